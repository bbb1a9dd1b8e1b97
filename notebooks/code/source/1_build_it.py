# %% [markdown]
# # Build it
#
# PE-GP-UCB in eight small pieces, all of them written by you. Each piece is a blank, `...`, to be replaced by one to four
# lines; the cell below it holds your piece against the package's own and says what is wrong, if anything is. Whatever is
# not right yet is replaced by the package's, so you can always go on and come back.
# (A `SyntaxError` comes from Python itself, before any check: the arrow shows where. Mend that first, run the cell again.)
#
# You need numpy and nothing else. The symbols are the paper's; *Start here* has a table of them.

# %%
import numpy as np

from pegp_lite import Prior, PriorElimination, Problem, draw_function, masks, play, rbf
from pegp_lite.exercises import build_it as check

# %% [markdown]
# ## 1. How values go together
#
# An expert believes that the function has similar values at points close together. How similar, the *kernel* says. The
# paper's is $k(x, x') = \exp\left(-(x - x')^2 / (2 l)\right)$, for every two of the points.


# %%
def kernel(x, l):
    """k for every two of the points x, (N,), as a table (N, N)."""
    # BLANK: the formula, with np.subtract.outer(x, x) for the differences
    return np.exp(-(np.subtract.outer(x, x) ** 2) / (2 * l))
    # END


# %%
kernel = check.kernel(kernel)

# %% [markdown]
# **Change this line and see:** how far does one look reach? With `l=0.02`, what is known of a point 0.1 away?

# %%
x = np.linspace(0, 1, 41)
table = kernel(x, l=0.02)
print(
    "with a neighbour:", table[0, 1].round(3), " 0.1 away:", table[0, 4].round(3), " 0.5 away:", table[0, 20].round(3)
)

# %% [markdown]
# ## 2. How they fade with time
#
# The function moves. Between two looks that are $|t - t'|$ steps apart the covariance shrinks by
# $(1 - \varepsilon)^{|t - t'| / 2}$.


# %%
def fading(gap, epsilon):
    """What is left of a covariance over `gap` steps, forwards or backwards."""
    # BLANK: the formula; gap may be negative
    return (1 - epsilon) ** (np.abs(gap) / 2)
    # END


# %%
fading = check.fading(fading)

# %% [markdown]
# ## 3. Three experts
#
# Each promises a hill, and each in another place. `Prior` keeps a name, a mean, a covariance and $\varepsilon$.

# %%
hills = {"left": (0.15, 5.0), "middle": (0.5, 4.5), "right": (0.8, 4.0)}
means = {name: height * np.exp(-((x - at) ** 2) / 0.01) for name, (at, height) in hills.items()}
priors = [Prior(name, mean, rbf(x, 0.02), epsilon=0.01) for name, mean in means.items()]
noise_std, delta, T = 0.1, 0.1, 15

# %% [markdown]
# ## 4. What an expert expects after some looks
#
# Step 1 looked at one point, step 2 at another, and so on; now it is the step after the last. Two tables are all the
# posterior needs: how the looks go with each other, and with every point now.


# %%
def together(prior, points):
    """The looks with each other, (n, n), and every point now with each look, (N, n)."""
    steps = np.arange(1, len(points) + 1)
    among = prior.covariance[np.ix_(points, points)] * fading(steps[:, None] - steps, prior.epsilon)
    now = prior.covariance[:, points] * fading(len(points) + 1 - steps, prior.epsilon)
    return among, now


# %% [markdown]
# The posterior mean is the prior mean, moved by the *surprises*: how far each value was from what the prior expected
# there. (The paper's formula prints the mean at the point predicted; it has to be the mean at each look's own point.)
#
# $$\mu_{t-1} = \mu + k_{\text{now}}\, (K_{\text{among}} + R^2 I)^{-1} (y - \mu_{\text{there}})$$


# %%
def posterior_mean(prior, points, values, noise_std):
    """What the prior expects of every point after these looks, (N,)."""
    among, now = together(prior, points)
    # BLANK: surprises at the looks, np.linalg.solve with the noise on the diagonal, back to all points
    surprise = np.array(values) - prior.mean[points]
    noisy = among + noise_std**2 * np.eye(len(points))
    return prior.mean + now @ np.linalg.solve(noisy, surprise)
    # END


# %%
posterior_mean = check.posterior_mean(posterior_mean)

# %% [markdown]
# Its doubt: what the looks explain is taken from the prior's variance.
#
# $$\sigma_{t-1}^2 = \operatorname{diag} K - \operatorname{diag}\left(k_{\text{now}}\, (K_{\text{among}} + R^2 I)^{-1}\, k_{\text{now}}^\top\right)$$
#
# The values do not occur in it. How sure one is depends on where one looked, not on what was seen.


# %%
def posterior_std(prior, points, noise_std):
    """How unsure the prior is of every point after these looks, (N,)."""
    among, now = together(prior, points)
    # BLANK: what the looks explain of each point's variance; the root of what they leave
    noisy = among + noise_std**2 * np.eye(len(points))
    explained = (now * np.linalg.solve(noisy, now.T).T).sum(axis=1)
    return np.sqrt(np.diag(prior.covariance) - explained)
    # END


# %%
posterior_std = check.posterior_std(posterior_std)

# %% [markdown]
# **Change this line and see:** look twice at the same point. What is left of the doubt there, and why is it not zero?

# %%
looks, values = [6, 20], [1.0, 4.0]
print("left expects:", posterior_mean(priors[0], looks, values, noise_std)[[6, 20, 32]].round(2))
print("and doubts:  ", posterior_std(priors[0], looks, noise_std)[[6, 20, 32]].round(2))

# %% [markdown]
# ## 5. How wide a band, how much noise
#
# Theorem 4.1 fixes two numbers in advance: $\beta_t = \sqrt{2 \log(2 N \pi^2 t^2 / \delta)}$, the half-width of a band that
# holds the function at all $N$ points and all steps, and $\xi_t = 2 R^2 \log(|\mathcal{U}| \pi^2 t^2 / \delta)$, how much
# squared error a step the noise may explain.


# %%
def width(t, n_points, delta):
    """beta_t."""
    # BLANK: the formula
    return np.sqrt(2 * np.log(2 * n_points * np.pi**2 * t**2 / delta))
    # END


# %%
width = check.width(width)


# %%
def allowance(t, n_priors, noise_std, delta):
    """xi_t."""
    # BLANK: the formula; R is noise_std
    return 2 * noise_std**2 * np.log(n_priors * np.pi**2 * t**2 / delta)
    # END


# %%
allowance = check.allowance(allowance)

# %% [markdown]
# ## 6. Optimism, twice (line 7)
#
# Every expert that lives draws an upper bound, $\mu + \beta \sigma$. Take the highest of all, over the experts and over the
# points that are open *now* (the paper prints "over all points").


# %%
def choose(upper, alive, available):
    """The prior and the point of the highest bound in `upper` (P, N), for `alive` (P,) and `available` (N,)."""
    # BLANK: -inf where a prior is rejected or a point is closed; then the place of the maximum, as (prior, point)
    open_now = np.where(alive[:, None] & available, upper, -np.inf)
    return np.unravel_index(np.argmax(open_now), upper.shape)
    # END


# %%
choose = check.choose(choose)

# %% [markdown]
# ## 7. Whom to throw out (line 12)
#
# An expert goes when $\left|\sum \eta\right| > \sqrt{\xi_t\, |S|} + \sum \beta \sigma$, all sums over the steps $S$ on which it was
# trusted.


# %%
def rejects(errors, widths, xi):
    """Whether line 12 throws out a prior with these errors and widths, a number each for every step of S."""
    # BLANK: the inequality
    return abs(sum(errors)) > np.sqrt(xi * len(errors)) + sum(widths)
    # END


# %%
rejects = check.rejects(rejects)

# %% [markdown]
# ## 8. The loop
#
# A function drawn from *right*, whose hill is hidden at every other step. `Notes` is a pad: the looks so far, and for each
# prior its errors and widths.

# %%
rng = np.random.default_rng(5)
truth, noise = draw_function(priors[2], T, rng), noise_std * rng.standard_normal(T)
available = masks.interval(x, T, 0.7, 0.9, every=2)
problem = Problem(priors, truth, noise_std, available, true_prior="right")


# %%
def fit(notes):
    """Means and standard deviations of all priors after what is in the notes, (P, N) each."""
    means = [posterior_mean(prior, notes.points, notes.values, noise_std) for prior in priors]
    stds = [posterior_std(prior, notes.points, noise_std) for prior in priors]
    return np.array(means), np.array(stds)


# %%
def step(notes, t, look):
    mean, std = fit(notes)
    beta, xi = width(t, len(x), delta), allowance(t, len(priors), noise_std, delta)
    # BLANK: choose; y = look(point, t); notes.add(p, point, y, error, width); notes.alive[p] = not rejects(...)
    p, point = choose(mean + beta * std, notes.alive, available[t - 1])
    y = look(point, t)
    notes.add(p, point, y, y - mean[p, point], beta * std[p, point])
    notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)
    # END


# %%
step = check.step(problem, delta, noise)(step)

# %% [markdown]
# Now play it, and let the package play the same game.

# %%
notes = check.Notes(len(priors))
for t in range(1, T + 1):
    step(notes, t, look=lambda point, t: truth[t - 1, point] + noise[t - 1])
record = play(problem, PriorElimination(delta), noise=noise[None], ties="first")
print("looked at: ", notes.points)
print("the package:", record.points[0].tolist())
print("still trusted:", [prior.name for prior, lives in zip(priors, notes.alive, strict=True) if lives])

# %%
print("rejected at:", dict(zip(hills, record.eliminated_at[0].tolist(), strict=True)))
print(f"regret over {T} steps: {record.cumulative_regret[0, -1]:.2f}")

# %% [markdown]
# **Change these lines and see:** `delta` in section 3 (what happens to the rejections at 0.9?), `every=2` in section 8 (does
# hiding nothing help the wrong experts?), `epsilon` in section 3. Run the cells from there on; the check in section 8 plays
# your game, whatever it is.
#
# Where is all this in the package? `from pegp_lite.bandit.listing import algorithm_lines` and `algorithm_lines()` says for
# each line of Algorithm 1 in which file and line it stands.
