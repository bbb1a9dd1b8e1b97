"""What students write into the blanks: for each, typical mistakes and words that the hint must hold."""

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
        ],
        "fading": [
            ("return (1 - epsilon) ** abs(gap)", "left the half out"),
            ("return np.sqrt(1 - epsilon) ** gap", "absolute value"),
            ("return (1 - epsilon) ^ (abs(gap) / 2)", "`^` is no power in Python, `**` is"),
            ("return epsilon ** (abs(gap) / 2)", "what stays is 1 - epsilon"),
            ("return (1 - epsilon) * abs(gap) / 2", "exponent"),
            ("return np.exp(-epsilon * np.abs(gap))", "exponential decay"),
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
        ],
        "width": [
            ("return 2 * np.log(2 * n_points * np.pi**2 * t**2 / delta)", "root is missing"),
            ("return np.sqrt(2 * np.log(2 * n_points * np.pi**2 * t / delta))", "t is squared"),
            ("return np.sqrt(2 * np.log10(2 * n_points * np.pi**2 * t**2 / delta))", "natural"),
            ("return np.sqrt(np.log(2 * n_points * np.pi**2 * t**2 / delta))", "2 before the logarithm"),
        ],
        "allowance": [
            ("return 2 * noise_std * np.log(n_priors * np.pi**2 * t**2 / delta)", "squared"),
            ("return f'{noise_std:.3f}'", "it gives '0.100' where 0.11"),
            ("quit()", "it stopped with SystemExit"),
            ("return [[noise_std, t], [delta]]", "it gives [[0.1, 1], [0.1]] where"),
            ("return np.sqrt(2 * noise_std**2 * np.log(n_priors * np.pi**2 * t**2 / delta))", "no root here"),
            ("return 2 * noise_std**2 * np.log(n_priors * np.pi**2 * t / delta)", "t is squared"),
            ("return 2 * noise_std**2 * np.log(2 * n_priors * np.pi**2 * t**2 / delta)", "belongs to beta"),
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
        ],
        "rejects": [
            ("return sum(abs(e) for e in errors) > np.sqrt(xi * len(errors)) + sum(widths)", "sum first"),
            ("return sum(errors) > np.sqrt(xi * len(errors)) + sum(widths)", "promises too little"),
            ("return abs(sum(errors)) > np.sqrt(xi) * len(errors) + sum(widths)", "under the root"),
            ("return abs(sum(errors)) <= np.sqrt(xi * len(errors)) + sum(widths)", "the other way round"),
            ("return abs(sum(errors)) > np.sqrt(xi * len(errors))", "own doubt is missing"),
            ("return abs(np.mean(errors)) > np.sqrt(xi * len(errors)) + sum(widths)", "not their mean"),
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
        ],
        "missed": [
            ("pass", "still shows the hour you left"),
            ("campaign.skip()", "one hour has passed"),
            ("for _ in range(hours):\n    campaign.ask()\n    campaign.tell(0)", "0 degrees is a reading"),
            ("campaign.ask()\ncampaign.tell(float('nan'))", "must be finite"),
        ],
        "resume": [
            ("return Campaign(priors, NOISE, points=BEDS)", "begins a new campaign"),
            ("return Campaign.load(path)", "missing 1 required positional argument: 'priors'"),
            ("import json\nreturn json.load(open(path))", "the words in the file"),
            ("Campaign.load(path, priors)", "is there a `return`?"),
            ("return Campaign.load(path, priors[:2])", "it stopped with CampaignError"),
        ],
        "mend": [
            ("return Campaign.load(path, priors)", "an hour behind"),
            (
                "campaign = Campaign.load(path, priors)\ncampaign.tell(campaign.ask().mean)\nreturn campaign",
                "makes up a reading",
            ),
            ("campaign = Campaign(priors, NOISE, points=BEDS)\nreturn campaign", "begins a new campaign"),
            ("campaign = Campaign.load(path, priors)\ncampaign.skip()", "is there a `return`?"),
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
        ],
    },
    "3_your_study": {
        "expert": [
            ("return Prior(name, hill, matern(x, 1.5, 0.2))", "epsilon was not handed on"),
            ("return Prior(name, hill, matern(x, 0.2, 1.5), epsilon)", "swapped"),
            ("from pegp_lite import rbf\nreturn Prior(name, hill, rbf(x, 0.2), epsilon)", "that is `rbf`"),
            ("return Prior(name, hill, height**2 * matern(x, 1.5, 0.2), epsilon)", "variances of at most 1"),
            ("return Prior(name, hill[:, None], matern(x, 1.5, 0.2), epsilon)", "covariance must be 1 x 1"),
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
        ],
        "policy": [
            ("return view.only(view.uses.argmin(axis=1))", "rejected priors get their turn"),
            ("return view.only(np.where(view.alive, view.uses, -1).argmax(axis=1))", "trusted most"),
            ("return np.where(view.alive, view.uses, np.inf).argmin(axis=1)", "must return booleans"),
            ("return view.alive", "nobody takes turns"),
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
        ],
        "sure": [
            ("return comparison.curve(one).mean[-1] < comparison.curve(other).mean[-1]", "may be luck"),
            ("a, b = comparison.curve(one), comparison.curve(other)\nreturn a.high[-1] < b.low[-1]", "paired by seed"),
            ("return comparison.versus(one, other).low[-1] > 0", "regret is better when it is lower"),
            ("return comparison.versus(one, other).low[-1] < 0", "lower end"),
        ],
    },
}
