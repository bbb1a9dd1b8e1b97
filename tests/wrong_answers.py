"""What students write into the blanks: typical mistakes with words that the hint must hold, and right answers."""

# Notebook, then the name the blank is checked by, then (what is written instead, words of the hint).
WRONG = {
    "1_build_it": {
        "kernel": [
            ("return np.exp(-1) ^ 2", "`^` is no power in Python, `**` is"),
            ("gap = np.subtract.outer(x, x)\nreturn np.exp(-gap**2 / (2 * l**2))", "you squared `l`"),
            ("return np.exp(-(x[:, None] - x) ** 2 / l)", "the 2 is missing"),
            ("return np.exp(-np.abs(x[:, None] - x[None]) / (2 * l))", "not squared"),
            ("return np.exp((x[:, None] - x) ** 2 / (2 * l))", "minus sign"),
            ("return np.exp(-(x[:, None] - x) ** 2 / 2 * l)", "multiplies by l"),
            ("return np.exp(-np.outer(x, x) ** 2 / (2 * l))", "take their differences"),
            ("return np.exp(-(x - x) ** 2 / (2 * l))", "7 numbers where 7 x 7 numbers was wanted"),
            ("K = np.exp(-np.subtract.outer(x, x) ** 2 / (2 * l))", "is there a `return`?"),
            ("return exp(-np.subtract.outer(x, x) ** 2 / (2 * l))", "NameError in line 3 of its cell"),
            ("return np.exp(-np.subtract.outer(x, x) ** 2 / 2)", "`l` does not occur"),
            (("gap = ...\nreturn np.exp(-gap**2 / (2 * l))"), "'ellipsis'"),
            ("return np.exp(-np.subtract.outer(x, x) ** 2 / l(2))", "perhaps a `*`"),
            ("return np.exp(-(np.subtract.outer(x, x) / (2 * l)) ** 2)", "`2 * l` is squared as well"),
            (
                "return 1 / np.sqrt(2 * np.pi * l) * np.exp(-np.subtract.outer(x, x) ** 2 / (2 * l))",
                "that is the density of a normal distribution",
            ),
        ],
        "fading": [
            ("return (1 - epsilon) ** abs(gap)", "left the half out"),
            ("return np.sqrt(1 - epsilon) ** gap", "absolute value"),
            ("return (1 - epsilon) ^ (abs(gap) / 2)", "`^` is no power in Python, `**` is"),
            ("return epsilon ** (abs(gap) / 2)", "what stays is 1 - epsilon"),
            ("return (1 - epsilon) * abs(gap) / 2", "exponent"),
            ("return np.exp(-epsilon * np.abs(gap))", "exponential decay"),
            ("return (1 - epsilon) ** abs(gap) / 2", "brackets"),
            (
                "return (1 - epsilon) ** (abs(gap) // 2)",
                "`//` cuts the half off, so an odd gap counts as the even one before it",
            ),
            ("return (1 - epsilon) ** (-abs(gap) / 2)", "the minus sign makes it grow with the gap"),
            (("if gap < 0:\n    gap = -gap\nreturn (1 - epsilon) ** (gap / 2)"), "want one boolean"),
        ],
        "posterior_mean": [
            ("return prior.mean + now @ np.linalg.solve(among, values - prior.mean[points])", "the noise is missing"),
            (
                "noisy = among + noise_std * np.eye(len(points))\n"
                "return prior.mean + now @ np.linalg.inv(noisy) @ (values - prior.mean[points])",
                "variance, `noise_std**2`",
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return prior.mean + now @ np.linalg.solve(noisy, values)",
                "subtract what the prior expected",
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return now @ np.linalg.solve(noisy, values - prior.mean[points])",
                "left out `prior.mean +`",
            ),
            (
                "inverse = np.linalg.inv(among + noise_std**2 * np.eye(len(points)))\n"
                "return np.array([m + row @ inverse @ (np.array(values) - m) for m, row in zip(prior.mean, now)])",
                "at its own point",
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return prior.mean + np.linalg.solve(noisy, values - prior.mean)",
                "it stopped with ValueError in line 5 of its cell",
            ),
            (
                "weights = np.linalg.solve(among + noise_std**2, values - prior.mean[points])\n"
                "return prior.mean + now @ weights",
                "on the diagonal alone",
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return prior.mean + now @ np.linalg.solve(noisy, prior.mean[points] - values)",
                "the wrong way",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return prior.mean + np.linalg.solve(noisy, values - prior.mean[points]) @ now"
                ),
                "sides of `@`",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return prior.mean + now @ noisy @ (values - prior.mean[points])"
                ),
                "that multiplies by the matrix",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return prior.mean + now @ (values - prior.mean[points])"
                ),
                "no system is solved",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "among, now = prior.covariance[np.ix_(points, points)], prior.covariance[:, points]\n"
                    "return prior.mean + now @ np.linalg.solve(among + noise_std**2 * np.eye(len(points)), "
                    "values - prior.mean[points])"
                ),
                "time is forgotten",
            ),
            (
                ("noisy = among + noise_std**2 * np.eye(len(points))\nreturn now @ np.linalg.solve(noisy, values)"),
                "the prior's mean does not occur",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "surprise = ...\n"
                    "return prior.mean + now @ np.linalg.solve(noisy, surprise)"
                ),
                "still in it",
            ),
            ("return prior.mean", "that is the prior's own"),
        ],
        "posterior_std": [
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return np.diag(prior.covariance) - np.diag(now @ np.linalg.inv(noisy) @ now.T)",
                "take the root",
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return np.sqrt(np.diag(prior.covariance) + np.diag(now @ np.linalg.inv(noisy) @ now.T))",
                "subtract what they explain",
            ),
            ("return np.sqrt(np.diag(prior.covariance))", "the prior's own"),
            (
                "left = 1 - np.diag(now @ np.linalg.inv(among) @ now.T)\nreturn np.sqrt(np.maximum(left, 0))",
                "the noise is missing",
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return np.emath.sqrt(np.diag(now @ np.linalg.inv(noisy) @ now.T) - np.diag(prior.covariance))",
                "complex numbers: a root of something negative?",
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return np.sqrt(prior.covariance - now @ np.linalg.inv(noisy) @ now.T)",
                "9 x 9 numbers where 9 numbers was wanted",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return (np.diag(prior.covariance) - np.diag(now @ np.linalg.inv(noisy) @ now.T)) ** 2"
                ),
                "that squares the variance",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return np.sqrt(np.diag(prior.covariance) - np.diag(now @ noisy @ now.T))"
                ),
                "that multiplies by the matrix",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return np.sqrt(np.diag(prior.covariance) - np.diag(now.T @ np.linalg.inv(noisy) @ now))"
                ),
                "sides of `@`",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return np.sqrt(np.diag(prior.covariance) + noise_std**2 - np.diag(now @ "
                    "np.linalg.inv(noisy) @ now.T))"
                ),
                "that is the doubt about the next reading, noise included",
            ),
            (
                (
                    "noisy = prior.covariance[np.ix_(points, points)] + noise_std**2 * np.eye(len(points))\n"
                    "now = prior.covariance[:, points]\n"
                    "return np.sqrt(np.diag(prior.covariance) - np.diag(now @ np.linalg.inv(noisy) @ now.T))"
                ),
                "time is forgotten",
            ),
            (
                (
                    "noisy = among + noise_std * np.eye(len(points))\n"
                    "return np.sqrt(np.diag(prior.covariance) - np.diag(now @ np.linalg.inv(noisy) @ now.T))"
                ),
                "the diagonal wants the noise's variance, `noise_std**2`",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "explained = ...\n"
                    "return np.sqrt(np.diag(prior.covariance) - explained)"
                ),
                "'ellipsis'",
            ),
            (
                (
                    "noisy = among + noise_std**2 * np.eye(len(points))\n"
                    "return np.sqrt(np.diag(now @ np.linalg.inv(noisy) @ now.T))"
                ),
                "that is what the looks explain",
            ),
        ],
        "width": [
            ("return 2 * np.log(2 * n_points * np.pi**2 * t**2 / delta)", "root is missing"),
            ("return np.sqrt(2 * np.log(2 * n_points * np.pi**2 * t / delta))", "t is squared"),
            ("return np.sqrt(2 * np.log10(2 * n_points * np.pi**2 * t**2 / delta))", "natural"),
            ("return np.sqrt(np.log(2 * n_points * np.pi**2 * t**2 / delta))", "2 before the logarithm"),
            (
                "return np.sqrt(2 * np.log(2 * n_points * np.pi**2 * (t + 1)**2 / delta))",
                "the step is `t` itself, neither the one before nor the one after",
            ),
            (
                "return np.sqrt(2 * np.log(2 * n_points * np.pi**2 * t**2) / delta)",
                "delta stands outside the logarithm",
            ),
            ("return np.sqrt(2 * np.log((2 * n_points * np.pi * t)**2 / delta))", "only pi and t are squared, not 2 N"),
            ("return np.sqrt(2 * np.log(2 * n_points * np.pi**2 * t**2))", "delta is missing in the logarithm"),
            ("return np.sqrt(2 * log(2 * n_points * np.pi**2 * t**2 / delta))", "is not defined, `np.log` is"),
            ("return 2 * np.sqrt(np.log(2 * n_points * np.pi**2 * t**2 / delta))", "the 2 stands before the root"),
        ],
        "allowance": [
            ("return 2 * noise_std * np.log(n_priors * np.pi**2 * t**2 / delta)", "squared"),
            ("return f'{noise_std:.3f}'", "it gives '0.100' where 0.11"),
            ("quit()", "it stopped with SystemExit"),
            ("return [[noise_std, t], [delta]]", "it gives [[0.1, 1], [0.1]] where"),
            ("return np.sqrt(2 * noise_std**2 * np.log(n_priors * np.pi**2 * t**2 / delta))", "no root here"),
            ("return 2 * noise_std**2 * np.log(n_priors * np.pi**2 * t / delta)", "t is squared"),
            ("return 2 * noise_std**2 * np.log(2 * n_priors * np.pi**2 * t**2 / delta)", "belongs to beta"),
            (
                "return 2 * noise_std**2 * np.log(n_priors * np.pi**2 * t**2) / delta",
                "delta stands outside the logarithm",
            ),
            (
                "return 2 * noise_std**2 * np.log10(n_priors * np.pi**2 * t**2 / delta)",
                "the paper's log is the natural one",
            ),
            ("return 2 * np.log(n_priors * np.pi**2 * t**2 / delta)", "the noise is missing"),
        ],
        "choose": [
            (
                "seen = np.where(alive[:, None], upper, -np.inf)\nreturn np.unravel_index(seen.argmax(), upper.shape)",
                "a point that is closed",
            ),
            (
                "seen = np.where(available, upper, -np.inf)\nreturn np.unravel_index(seen.argmax(), upper.shape)",
                "a prior that was rejected",
            ),
            ("return np.unravel_index(upper.argmax(), upper.shape)", "neither `alive` nor `available`"),
            ("return np.argmax(np.where(alive[:, None] & available, upper, -np.inf))", "np.unravel_index"),
            (
                "seen = np.where(alive[:, None] & available, upper, -np.inf)\n"
                "p, point = np.unravel_index(seen.argmax(), upper.shape)\nreturn point, p",
                "swapped",
            ),
            (
                "seen = upper * (alive[:, None] & available)\nreturn np.unravel_index(seen.argmax(), upper.shape)",
                "0 is higher than a bound below zero",
            ),
            ("return np.argmax(upper[alive & available])", "it stopped with ValueError"),
            (
                (
                    "seen = np.where(alive[:, None] and available, upper, -np.inf)\n"
                    "return np.unravel_index(seen.argmax(), upper.shape)"
                ),
                "want one boolean",
            ),
            (
                (
                    "seen = np.where(alive[:, None] & available, -np.inf, upper)\n"
                    "return np.unravel_index(seen.argmax(), upper.shape)"
                ),
                "the other way round",
            ),
            (
                (
                    "seen = np.where(alive[:, None] & available, upper, np.inf)\n"
                    "return np.unravel_index(seen.argmax(), upper.shape)"
                ),
                "you put `np.inf` where a prior or a point is out, which makes it the b",
            ),
            (
                ("seen = upper[alive][:, available]\nreturn np.unravel_index(seen.argmax(), seen.shape)"),
                "that counts among those that are left",
            ),
            (
                ("seen = np.where(alive[:, None] & available, upper, -np.inf)\nreturn seen.max()"),
                "that is how high the bound is",
            ),
            (
                (
                    "seen = np.where(alive[:, None] & available, upper, -np.inf)\n"
                    "p, i = np.unravel_index(np.argmax(seen), upper.shape)\n"
                    "return p + 1, i + 1"
                ),
                "prior and point count from 0, as numpy does",
            ),
        ],
        "rejects": [
            ("return sum(abs(e) for e in errors) > np.sqrt(xi * len(errors)) + sum(widths)", "sum first"),
            ("return sum(errors) > np.sqrt(xi * len(errors)) + sum(widths)", "promises too little"),
            ("return abs(sum(errors)) > np.sqrt(xi) * len(errors) + sum(widths)", "under the root"),
            ("return abs(sum(errors)) <= np.sqrt(xi * len(errors)) + sum(widths)", "the other way round"),
            ("return abs(sum(errors)) > np.sqrt(xi * len(errors))", "own doubt is missing"),
            ("return abs(np.mean(errors)) > np.sqrt(xi * len(errors)) + sum(widths)", "not their mean"),
            ("return 1 if abs(sum(errors)) > np.sqrt(xi * len(errors)) + sum(widths) else 0", "True or False, was"),
            (
                "return any(abs(e) > np.sqrt(xi) + w for e, w in zip(errors, widths))",
                "that looks at each error by itself",
            ),
            ("return abs(sum(errors)) > np.sqrt(xi * len(errors) + sum(widths))", "the widths stand outside the root"),
            ("return abs(sum(errors)) > np.sqrt(xi * len(errors)) - sum(widths)", "the widths are subtracted"),
            ("return abs(sum(errors)) > np.sqrt(xi * len(errors)) + widths[-1]", "only the last width is allowed"),
            (
                "return abs(sum(errors)) > xi * np.sqrt(len(errors)) + sum(widths)",
                "the root goes over both, sqrt(xi |S|)",
            ),
            ("return True", "that throws out every prior, whatever it did"),
            ("return False", "that throws out nobody, whatever they did"),
            (
                "return max(abs(e) for e in errors) > np.sqrt(xi * len(errors)) + sum(widths)",
                "only the largest error is looked at",
            ),
            (
                "return abs(sum(errors)) > np.sqrt(xi * len(errors)) + np.sqrt(sum(w**2 for w in widths))",
                "the widths are summed as they are, without squares and root",
            ),
        ],
        "step": [
            (
                "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\ny = look(point, t)\n"
                "notes.add(p, point, y, y - mean[p, point], std[p, point])\n"
                "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)",
                "beta is missing",
            ),
            (
                "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\ny = look(point, t)\n"
                "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                "notes.alive[p] = rejects(notes.errors[p], notes.widths[p], xi)",
                "`not rejects(...)`",
            ),
            (
                "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\ny = look(point, t)\n"
                "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])",
                "nobody is ever rejected",
            ),
            (
                "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\ny = look(point, t)\n"
                "notes.add(p, point, y, mean[p, point] - y, beta * std[p, point])\n"
                "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)",
                "wrong sign",
            ),
            (
                "p, point = choose(mean, notes.alive, available[t - 1])\ny = look(point, t)\n"
                "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)",
                "forgets the doubt",
            ),
            (
                "p, point = choose(mean + beta * std, notes.alive, np.ones(len(x), bool))\ny = look(point, t)\n"
                "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)",
                "which points are closed",
            ),
            (
                "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\ny = look(point, t)\n"
                "notes.add(p, point, y, 0.0, 0.0)\nmean, std = fit(notes)\n"
                "notes.errors[p][-1], notes.widths[p][-1] = y - mean[p, point], beta * std[p, point]\n"
                "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)",
                "predicted before it",
            ),
            (
                (
                    "p, point = choose(mean - beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "that is the lower bound, a pessimist's",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, np.ones(len(priors), bool), available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "the choice forgets who was rejected",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t - 1)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "it looked a step too early",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(x[point], t)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "an index is a whole",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = truth[t - 1, point]\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "that is the truth without noise, which nobody knows",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, abs(y - mean[p, point]), beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "the error keeps its sign, so that up and down may cancel",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, beta * std[p, point], y - mean[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "error and width are swapped",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, y - priors[p].mean[point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "the error is taken from the prior's own mean",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "holds a boolean for each prior",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])"
                ),
                "line 12 comes last",
            ),
            (
                (
                    "p, point = choose(mean + beta * std, notes.alive, available[t - 1])\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "the look is written down twice",
            ),
            (
                (
                    "p, point = ...\n"
                    "y = look(point, t)\n"
                    "notes.add(p, point, y, y - mean[p, point], beta * std[p, point])\n"
                    "notes.alive[p] = not rejects(notes.errors[p], notes.widths[p], xi)"
                ),
                "still in it",
            ),
            (
                ("p, point = choose(mean + beta * std, notes.alive, available[t - 1])\nreturn p, point"),
                "nothing is written down",
            ),
        ],
    },
    "2_your_campaign": {
        "mask_of": [
            ("return np.array([bed not in beds for bed in BEDS])", "the other way round"),
            ("return np.array([BEDS.index(bed) for bed in beds])", "the beds' numbers"),
            ("return np.array([1 if bed in beds else 0 for bed in BEDS])", "True and False"),
            ("return [bed for bed in BEDS if bed in beds]", "the beds' names"),
            ("return np.array([bed for bed in BEDS if bed in beds])", "the beds' names"),
            ("return beds", "the beds' names"),
            ("return BEDS in beds", "one boolean where"),
            ("return np.isin(beds, BEDS)", "one boolean for every bed there is, not for every open one"),
            ("return (bed in beds for bed in BEDS)", "holds nothing yet"),
            ("return {bed: bed in beds for bed in BEDS}", "that is a dict"),
            ("return np.ones(12, bool)", "every bed is open there"),
        ],
        "an_hour": [
            (
                "asked = campaign.ask()\ncampaign.tell(greenhouse.measure(asked.label, campaign.t))",
                "without a mask",
            ),
            (
                "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\ncampaign.tell(asked.mean)",
                "what the gardener expected",
            ),
            ("campaign.tell(greenhouse.measure('bed 1', campaign.t))", "call ask() first"),
            (
                "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                "reading = greenhouse.measure(asked.label, campaign.t)",
                "the hour never ends",
            ),
            (
                "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                "campaign.tell(greenhouse.measure(asked.point, campaign.t))",
                "a bed goes by its label",
            ),
            ("asked = campaign.ask(greenhouse.open_at(campaign.t))", "available must be 12 booleans"),
            (
                "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                "campaign.tell(greenhouse.measure(asked.label, campaign.t + 1))",
                "an hour too late",
            ),
            (
                (
                    "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t + 1)))\n"
                    "campaign.tell(greenhouse.measure(asked.label, campaign.t))"
                ),
                "the mask is another hour's",
            ),
            (
                (
                    "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                    "campaign.tell(greenhouse.measure(asked.label, campaign.t - 1))"
                ),
                "it measured an hour too early",
            ),
            (
                (
                    "asked = campaign.ask(~mask_of(greenhouse.open_at(campaign.t)))\n"
                    "campaign.tell(greenhouse.measure(asked.label, campaign.t))"
                ),
                "the mask is the wrong way round",
            ),
            (
                ("asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\ncampaign.tell(asked.upper)"),
                "it told the upper bound, `asked.upper`, and not what was measured",
            ),
            (
                (
                    "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                    "reading = greenhouse.measure(asked.label, campaign.t)\n"
                    "campaign.tell(reading)\n"
                    "campaign.skip()"
                ),
                "telling ends the hour already",
            ),
            (
                ("asked = ...\nreading = greenhouse.measure(asked.label, campaign.t)\ncampaign.tell(reading)"),
                "'ellipsis'",
            ),
            ("campaign.skip()", "`skip` lets the hour pass without a look"),
            (
                (
                    "for hour in range(6):\n"
                    "    asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                    "    campaign.tell(greenhouse.measure(asked.label, campaign.t))"
                ),
                "more than one hour has passed in it",
            ),
        ],
        "missed": [
            ("pass", "still shows the hour you left"),
            ("campaign.skip()", "one hour has passed"),
            ("for _ in range(hours):\n    campaign.ask()\n    campaign.tell(0)", "0 degrees is a reading"),
            ("campaign.ask()\ncampaign.tell(float('nan'))", "must be finite"),
            ("campaign.skip(hours + 1)", "an hour too many has passed"),
            (("for _ in range(hours):\n    an_hour(campaign)"), "it measured after all, and somebody was charged"),
            ("campaign.skip(campaign.t + hours)", "`skip` wants how many hours pass, not which hour it will be"),
            (
                ("for _ in range(hours):\n    asked = campaign.ask()\n    campaign.tell(asked.mean)"),
                "what a gardener expects is no reading",
            ),
            (("for _ in range(hours):\n    campaign.skip(hours)"), "`skip(hours)` lets all of them pass already"),
        ],
        "resume": [
            ("return Campaign(priors, NOISE, points=BEDS)", "begins a new campaign"),
            ("return Campaign.load(path)", "missing 1 required positional argument: 'priors'"),
            ("import json\nreturn json.load(open(path))", "the words in the file"),
            ("Campaign.load(path, priors)", "is there a `return`?"),
            ("return Campaign.load(path, priors[:2])", "it stopped with CampaignError"),
            ("return Campaign.load('greenhouse.json', priors)", "that is the campaign from above in the notebook"),
            ("return open(path).read()", "where a Campaign was"),
            ("return path", "that is the file's name"),
            ("return Campaign.load", "itself (are"),
            ("return load(path, priors)", "is not defined, `np.load` is"),
            (("campaign = Campaign.load(path, priors)\ncampaign.skip()\nreturn campaign"), "an hour has passed since"),
        ],
        "mend": [
            ("return Campaign.load(path, priors)", "an hour behind"),
            (
                "campaign = Campaign.load(path, priors)\ncampaign.tell(campaign.ask().mean)\nreturn campaign",
                "makes up a reading",
            ),
            ("campaign = Campaign(priors, NOISE, points=BEDS)\nreturn campaign", "begins a new campaign"),
            ("campaign = Campaign.load(path, priors)\ncampaign.skip()", "is there a `return`?"),
            (("campaign.skip()\nreturn campaign"), "that is the campaign from above in the notebook"),
            (("campaign = Campaign.load(path, priors)\nan_hour(campaign)\nreturn campaign"), "that measures once more"),
            (
                ("campaign = Campaign.load(path, priors)\ncampaign.skip(2)\nreturn campaign"),
                "an hour too many has passed",
            ),
            ("return resume", "itself (are"),
            (("campaign = ...\ncampaign.skip()\nreturn campaign"), "'ellipsis'"),
        ],
        "why": [
            (
                "errors = (record.observations - record.predicted_mean)[0, used]\n"
                "return abs(errors).sum(), np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0, used]",
                "you summed absolute errors",
            ),
            (
                "errors = (record.observations - record.predicted_mean)[0, used]\n"
                "return errors.sum(), np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0, used]",
                "absolute value",
            ),
            (
                "errors = (record.observations - record.predicted_mean)[0, used]\n"
                "return abs(errors.sum()), np.sqrt(xi * used.sum()) + record.predicted_std[0, used].sum()",
                "beta is missing",
            ),
            (
                "errors = (record.observations - record.predicted_mean)[0, used]\n"
                "return abs(errors.sum()), xi * used.sum() + beta @ record.predicted_std[0, used]",
                "root is missing",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0]\n"
                    "return abs(errors.sum()), np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0, used]"
                ),
                "the errors of all hours are summed",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.sum()), np.sqrt(xi * len(used)) + beta @ record.predicted_std[0, used]"
                ),
                "`len(used)` counts all hours",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.sum()), np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0]"
                ),
                "sides of `@`",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.sum()), np.sqrt(xi) * used.sum() + beta @ record.predicted_std[0, used]"
                ),
                "the count belongs under the root, sqrt(xi |S|)",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.sum()), np.sqrt(xi) + beta @ record.predicted_std[0, used]"
                ),
                "xi is for one hour",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.mean()), np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0, used]"
                ),
                "line 12 holds the *sum* of the errors against the allowance, not their",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.sum()), beta @ record.predicted_std[0, used]"
                ),
                "the noise is missing",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.sum()), np.sqrt(xi * used.sum())"
                ),
                "the gardener's own doubt is missing",
            ),
            (
                (
                    "errors = (record.observations - record.predicted_mean)[0, used]\n"
                    "return abs(errors.sum()) > np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0, used]"
                ),
                "one boolean where",
            ),
            (
                (
                    "errors = ...\n"
                    "return abs(errors.sum()), np.sqrt(xi * used.sum()) + beta @ record.predicted_std[0, used]"
                ),
                "'ellipsis'",
            ),
        ],
    },
    "3_your_study": {
        "expert": [
            ("return Prior(name, hill, matern(x, 1.5, 0.2))", "epsilon was not handed on"),
            ("return Prior(name, hill, matern(x, 0.2, 1.5), epsilon)", "swapped"),
            ("from pegp_lite import rbf\nreturn Prior(name, hill, rbf(x, 0.2), epsilon)", "that is `rbf`"),
            ("return Prior(name, hill, height**2 * matern(x, 1.5, 0.2), epsilon)", "variances of at most 1"),
            ("return Prior(name, hill[:, None], matern(x, 1.5, 0.2), epsilon)", "covariance must be 1 x 1"),
            (
                "return Prior(name, hill, matern(x, 1.5, 0.2), 1 - epsilon)",
                "epsilon is what is forgotten in a step, and goes in as it is",
            ),
            ("return Prior(name, hill, matern(hill, 1.5, 0.2), epsilon)", "the kernel is taken over the hill's values"),
            (
                "return Prior(name, hill, np.eye(len(x)), epsilon)",
                "an identity says that points have nothing to do with each other",
            ),
            ("return (name, hill, matern(x, 1.5, 0.2), epsilon)", "where a Prior was"),
            ("return Prior", "itself (are"),
            ("return Prior(name, hill, matern(x, 1.5, 0.04), epsilon)", "the length goes in as it is, 0.2"),
            ("return Prior(name, hill, ..., epsilon)", "'ellipsis'"),
        ],
        "game": [
            (
                "truths = draw_functions(priors[1], T, [np.random.default_rng(seed) for s in range(seeds)])\n"
                "return Problem(priors, truths, noise_std=0.1, true_prior=1)",
                "the same function",
            ),
            (
                "truths = draw_functions(priors[1], T, [np.random.default_rng(s) for s in range(seeds)])\n"
                "return Problem(priors, truths, noise_std=0.1, true_prior=1)",
                "`seed` is not used",
            ),
            (
                "truths = draw_functions(priors[0], T, [np.random.default_rng([seed, s]) for s in range(seeds)])\n"
                "return Problem(priors, truths, noise_std=0.1, true_prior=1)",
                "the first expert",
            ),
            (
                "generators = [np.random.default_rng([seed, s]) for s in range(seeds)]\n"
                "return Problem(priors, draw_functions(priors[1], T, generators), noise_std=0.1)",
                "`true_prior=1`",
            ),
            (
                "from pegp_lite import draw_function\n"
                "truth = draw_function(priors[1], T, np.random.default_rng([seed, 0]))\n"
                "return Problem(priors, truth, noise_std=0.1, true_prior=1)",
                "one function for all seeds",
            ),
            (
                (
                    "truths = draw_functions(priors[1], T, [np.random.default_rng([s, seed]) for s in range(seeds)])\n"
                    "return Problem(priors, truths, noise_std=0.1, true_prior=1)"
                ),
                "seed and s are swapped",
            ),
            (
                (
                    "truths = draw_functions(priors[1], T, [np.random.default_rng([seed, s]) for s in "
                    "range(1, seeds + 1)])\n"
                    "return Problem(priors, truths, noise_std=0.1, true_prior=1)"
                ),
                "s counts from 0, `range(seeds)`",
            ),
            (
                (
                    "rng = np.random.default_rng(seed)\n"
                    "truths = draw_functions(priors[1], T, [rng for s in range(seeds)])\n"
                    "return Problem(priors, truths, noise_std=0.1, true_prior=1)"
                ),
                "one generator draws for all seeds, so a function depends on how many c",
            ),
            (
                (
                    "truths = draw_functions(priors[2], T, [np.random.default_rng([seed, s]) for s in range(seeds)])\n"
                    "return Problem(priors, truths, noise_std=0.1, true_prior=1)"
                ),
                "the functions are drawn from the third expert",
            ),
            (
                (
                    "truths = draw_functions(priors[1], T, [np.random.default_rng([seed, s]) for s in range(seeds)])\n"
                    "return Problem(priors, truths, noise_std=0.1, true_prior=2)"
                ),
                "priors count from 0",
            ),
            (("truths = ...\nreturn Problem(priors, truths, noise_std=0.1, true_prior=1)"), "'ellipsis'"),
        ],
        "policy": [
            ("return view.only(view.uses.argmin(axis=1))", "rejected priors get their turn"),
            ("return view.only(np.where(view.alive, view.uses, -1).argmax(axis=1))", "trusted most"),
            ("return np.where(view.alive, view.uses, np.inf).argmin(axis=1)", "must return booleans"),
            ("return view.alive", "nobody takes turns"),
            (
                "return view.only(np.where(view.alive, view.uses, 0).argmin(axis=1))",
                "the rejected look least trusted of all there",
            ),
            (
                "return view.only(np.where(view.alive, view.uses, np.inf).argmax(axis=1))",
                "that stays with one prior, even once it is rejected",
            ),
            (
                ("uses = np.where(view.alive, view.uses, np.inf)\nreturn uses == uses.min(axis=1, keepdims=True)"),
                "where two were trusted equally often, both stay",
            ),
            (("uses = ...\nreturn view.only(uses.argmin(axis=1))"), "'ellipsis'"),
            ("return view.only(min(view.uses))", "want one boolean"),
        ],
        "row": [
            ("last = comparison.regret(name)[:, -1]\nreturn last.mean(), last.std()", "spread of the games"),
            ("curve = comparison.curve(name)\nreturn curve.mean[0], curve.error[0]", "the first step"),
            ("curve = comparison.curve(name)\nreturn curve.mean, curve.error", "the whole curves"),
            (
                "curve = comparison.curve(name)\nreturn curve.mean[-1], curve.high[-1] - curve.mean[-1]",
                "half the 95% interval",
            ),
            ("curve = comparison.curve(name, 'average')\nreturn curve.mean[-1], curve.error[-1]", "the regret a step"),
            (
                ("last = comparison.regret(name)[:, -1]\nreturn last.mean(), last.std() / np.sqrt(len(last))"),
                "the spread is a bit too small",
            ),
            (("last = comparison.regret(name)[:, -1]\nreturn last.mean(), last.var()"), "that is a variance"),
            (("curve = comparison.curve(name)\nreturn curve.error[-1], curve.mean[-1]"), "the two are swapped"),
            (
                ("curve = comparison.curve(name)\nreturn curve.mean.mean(), curve.error.mean()"),
                "that is the mean over all steps",
            ),
            (("curve = comparison.curve(name)\nreturn curve.mean()[-1], curve.error()[-1]"), "perhaps a `*`"),
            (
                ("curve = comparison.curve(name)\nreturn curve.mean[-1], 2 * curve.error[-1]"),
                "that is twice the standard error",
            ),
            (
                ("curve = comparison.curve(name)\nreturn curve.mean[-1], curve.high[-1]"),
                "that is the upper end of the interval",
            ),
            (
                ("curve = comparison.curve(name)\nreturn round(curve.mean[-1], 2), round(curve.error[-1], 2)"),
                "round when the table is written, not before",
            ),
            (("curve = ...\nreturn curve.mean[-1], curve.error[-1]"), "'ellipsis'"),
        ],
        "sure": [
            ("return comparison.curve(one).mean[-1] < comparison.curve(other).mean[-1]", "may be luck"),
            ("a, b = comparison.curve(one), comparison.curve(other)\nreturn a.high[-1] < b.low[-1]", "paired by seed"),
            ("return comparison.versus(one, other).low[-1] > 0", "regret is better when it is lower"),
            ("return comparison.versus(one, other).low[-1] < 0", "lower end"),
            ("return (comparison.versus(one, other).high < 0).all()", "that asks for every step"),
            ("return (comparison.versus(one, other).high < 0).any()", "any step will do there"),
            (
                ("apart = comparison.versus(one, other)\nreturn abs(apart.mean[-1]) > 2 * apart.error[-1]"),
                "that says that the two differ, whichever is better",
            ),
            (
                ("apart = comparison.versus(one, other)\nreturn apart.mean[-1] + apart.error[-1] < 0"),
                "that is one standard error",
            ),
            ("return comparison.versus(one, other).high[-1]", "that is the interval's end itself"),
            (
                ("apart = comparison.versus(one, other)\nreturn apart.high.mean() < 0"),
                "that is the mean over all steps",
            ),
            ("return int(comparison.versus(one, other).high[-1] < 0)", "True or False, was"),
            ("return comparison.versus(one, other).high[0] < 0", "that is the first step"),
            (
                ("a, b = comparison.regret(one), comparison.regret(other)\nreturn (a[:, -1] < b[:, -1]).all()"),
                "that asks for every game",
            ),
            (
                ("a, b = comparison.regret(one), comparison.regret(other)\nreturn (a[:, -1] < b[:, -1]).mean() > 0.5"),
                "how many games are won says nothing of luck",
            ),
        ],
    },
}

# Right, but written otherwise than in the source: a check looks at what comes out, not at how it is written.
OTHERWISE = {
    "1_build_it": {
        "kernel": [
            ("d = x[:, None] - x[None, :]\nreturn np.exp(-0.5 * d**2 / l)"),
            "return np.array([[np.exp(-(a - b) ** 2 / (2 * l)) for b in x] for a in x])",
            "return [[np.exp(-(a - b) ** 2 / (2 * l)) for b in x] for a in x]",
            (
                "import math\n"
                "K = np.empty((len(x), len(x)))\n"
                "for i in range(len(x)):\n"
                "    for j in range(len(x)):\n"
                "        K[i, j] = math.exp(-(x[i] - x[j]) ** 2 / 2 / l)\n"
                "return K"
            ),
            (
                "from scipy.spatial.distance import cdist\n"
                "return np.exp(-cdist(x[:, None], x[:, None], 'sqeuclidean') / (2 * l))"
            ),
        ],
        "fading": [
            "return np.sqrt(1 - epsilon) ** abs(gap)",
            "return np.power(1 - epsilon, np.abs(gap) / 2)",
            "return np.exp(0.5 * np.abs(gap) * np.log(1 - epsilon))",
            "return (1 - epsilon) ** (np.sqrt(gap**2) / 2)",
        ],
        "posterior_mean": [
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return prior.mean + (now @ np.linalg.inv(noisy)) @ (np.asarray(values) - prior.mean[points])"
            ),
            (
                "from scipy.linalg import cho_factor, cho_solve\n"
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return prior.mean + now @ cho_solve(cho_factor(noisy), values - prior.mean[points])"
            ),
            (
                "among[np.diag_indices(len(points))] += noise_std**2\n"
                "return prior.mean + now @ np.linalg.solve(among, values - prior.mean[points])"
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "w = np.linalg.lstsq(noisy, values - prior.mean[points], rcond=None)[0]\n"
                "return [m + row @ w for m, row in zip(prior.mean, now)]"
            ),
        ],
        "posterior_std": [
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return np.sqrt(np.diag(prior.covariance - now @ np.linalg.solve(noisy, now.T)))"
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "return np.sqrt(prior.covariance.diagonal() - np.einsum('ij,jk,ik->i', now, np.linalg.inv(noisy), now))"
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "L = np.linalg.cholesky(noisy)\n"
                "return np.sqrt(np.diag(prior.covariance) - (np.linalg.solve(L, now.T) ** 2).sum(axis=0))"
            ),
            (
                "noisy = among + noise_std**2 * np.eye(len(points))\n"
                "inverse = np.linalg.inv(noisy)\n"
                "return [np.sqrt(prior.covariance[i, i] - row @ inverse @ row) for i, row in enumerate(now)]"
            ),
        ],
        "width": [
            ("import math\nreturn math.sqrt(2 * math.log(2 * n_points * math.pi**2 * t**2 / delta))"),
            "return (2 * np.log(2 * n_points * (np.pi * t) ** 2 / delta)) ** 0.5",
            "return np.sqrt(2 * (np.log(2 * n_points) + 2 * np.log(np.pi * t) - np.log(delta)))",
        ],
        "allowance": [
            "return 2 * noise_std * noise_std * (np.log(n_priors / delta) + 2 * np.log(np.pi * t))",
            ("R2 = np.square(noise_std)\nreturn np.log((n_priors * np.pi**2 * t**2 / delta) ** (2 * R2))"),
        ],
        "choose": [
            (
                "seen = np.where(np.outer(alive, available), upper, -np.inf)\n"
                "return divmod(int(seen.argmax()), upper.shape[1])"
            ),
            (
                "upper = upper.copy()\n"
                "upper[~alive] = -np.inf\n"
                "upper[:, ~available] = -np.inf\n"
                "return np.unravel_index(upper.argmax(), upper.shape)"
            ),
            (
                "best = max((upper[p, i], -p, -i) for p in np.flatnonzero(alive) for i in np.flatnonzero(available))\n"
                "return -best[1], -best[2]"
            ),
            (
                "seen = np.ma.array(upper, mask=~(alive[:, None] & available))\n"
                "return np.unravel_index(seen.argmax(), upper.shape)"
            ),
            ("seen = np.where(alive[:, None] & available, upper, -np.inf)\nreturn np.argwhere(seen == seen.max())[0]"),
            (
                "seen = np.where(alive[:, None] & available, upper, -1e9)\n"
                "return [*np.unravel_index(np.argmax(seen), seen.shape)]"
            ),
            (
                "seen = np.where(alive[:, None] & available, upper, np.nan)\n"
                "return np.unravel_index(np.nanargmax(seen), upper.shape)"
            ),
        ],
        "rejects": [
            ("S = len(widths)\nreturn bool(np.abs(np.sum(errors)) - np.sum(widths) > np.sqrt(xi * S))"),
            (
                "total = np.sum(errors)\n"
                "limit = np.sqrt(xi * len(errors)) + np.sum(widths)\n"
                "return total > limit or total < -limit"
            ),
            (
                "import math\n"
                "if math.fabs(math.fsum(errors)) > math.sqrt(len(errors) * xi) + math.fsum(widths):\n"
                "    return True\n"
                "else:\n"
                "    return False"
            ),
            "return not abs(sum(errors)) <= np.sqrt(xi * len(errors)) + sum(widths)",
            "return abs(sum(errors)) >= np.sqrt(xi * len(errors)) + sum(widths)",
        ],
        "step": [
            (
                "upper = mean + beta * std\n"
                "prior, i = choose(upper, notes.alive, available[t - 1])\n"
                "value = look(i, t=t)\n"
                "notes.add(prior=prior, point=i, value=value, error=value - mean[prior][i], "
                "width=upper[prior, i] - mean[prior, i])\n"
                "notes.alive[prior] &= not rejects(notes.errors[prior], notes.widths[prior], xi)\n"
                "return prior, i"
            ),
        ],
    },
    "2_your_campaign": {
        "mask_of": [
            "return np.isin(BEDS, beds)",
            "return [bed in beds for bed in BEDS]",
            ("mask = np.zeros(len(BEDS), dtype=bool)\nfor bed in beds:\n    mask[BEDS.index(bed)] = True\nreturn mask"),
            "return tuple(beds.count(bed) > 0 for bed in BEDS)",
            "return np.array(list(map(lambda b: b in beds, BEDS)))",
        ],
        "an_hour": [
            (
                "mask = mask_of(greenhouse.open_at(campaign.t))\n"
                "asked = campaign.ask(mask)\n"
                "campaign.tell(greenhouse.measure(asked.label, asked.step))"
            ),
            (
                "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                "campaign.tell(greenhouse.measure(asked.label, campaign.t), asked.label)"
            ),
            (
                "asked = campaign.ask(mask_of(greenhouse.open_at(campaign.t)))\n"
                "campaign.tell(greenhouse.measure(asked.label, campaign.t), asked.point)"
            ),
        ],
        "missed": [
            ("for _ in range(hours):\n    campaign.skip()"),
            "campaign.skip(steps=hours)",
            "return campaign.skip(hours)",
            "campaign = campaign.skip(hours)",
        ],
        "resume": [
            "return Campaign.load(path=path, priors=priors)",
            "return Campaign.load(str(path), gardeners())",
        ],
        "mend": [
            ("campaign = resume(path)\ncampaign.skip(1)\nreturn campaign"),
            ("campaign = Campaign.load(path, priors)\nmissed(campaign, 1)\nreturn campaign"),
        ],
        "why": [
            (
                "errors = record.predicted_mean[0, used] - record.observations[0, used]\n"
                "return abs(sum(errors)), np.sqrt(xi * len(errors)) + sum(beta * record.predicted_std[0, used])"
            ),
            (
                "errors = (record.observations - record.predicted_mean)[:, used]\n"
                "return np.array([abs(errors.sum()), (xi * np.count_nonzero(used)) ** 0.5 + (beta * "
                "record.predicted_std[:, used]).sum()])"
            ),
        ],
    },
    "3_your_study": {
        "expert": [
            "return Prior(name=name, mean=hill, covariance=matern(x, 1.5, 0.2), epsilon=epsilon)",
        ],
        "game": [
            (
                "from pegp_lite import draw_function\n"
                "truths = np.array([draw_function(priors[1], T, np.random.default_rng([seed, s])) for s "
                "in range(seeds)])\n"
                "return Problem(priors, truths, noise_std=0.1, true_prior=1)"
            ),
            (
                "generators = [np.random.default_rng((seed, s)) for s in range(seeds)]\n"
                "return Problem(priors, draw_functions(priors[1], T, generators), 0.1, true_prior='hill at 0.5')"
            ),
            (
                "return Problem(priors, draw_functions(priors[1], T, [np.random.default_rng([seed, s]) "
                "for s in range(seeds)]), 0.1, None, 1)"
            ),
        ],
        "policy": [
            ("uses = np.ma.array(view.uses, mask=~view.alive)\nreturn view.only(uses.argmin(axis=1))"),
            (
                "turn = [min(np.flatnonzero(alive), key=lambda p: uses[p]) for alive, uses in "
                "zip(view.alive, view.uses)]\n"
                "return view.only(np.array(turn))"
            ),
            (
                "turn = np.where(view.alive, view.uses, 10**6).argmin(axis=1)\n"
                "return np.arange(view.uses.shape[1]) == turn[:, None]"
            ),
        ],
        "row": [
            ("last = comparison.regret(name)[:, -1]\nreturn last.mean(), last.std(ddof=1) / np.sqrt(len(last))"),
            "return tuple(part[-1] for part in comparison.curve(name)[:2])",
        ],
        "sure": [
            ("apart = comparison.versus(other, one)\nreturn apart.low[-1] > 0"),
            "return comparison.versus(one, other).high[-1] < 0",
            ("if comparison.versus(one, other).high[-1] < 0:\n    return True\nreturn False"),
        ],
    },
}
