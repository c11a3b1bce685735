"""The confidence interval of a sum of amounts.

Number and amounts of bookings are random. A sum of amounts is modelled as a sum of Poisson counts, each
weighted by its amount, and the interval is the one of Fay and Feuer for such sums (Statistics in Medicine 16,
1997): from the gamma distribution, whose quantiles the standard library does not have. It is never negative,
and wide where a single booking makes up much of the sum.
"""

import math
from statistics import NormalDist

# With fewer bookings the interval would be too wide to be useful.
MIN_BOOKINGS = 5
LEVEL = 0.95
# Above it the approximation that the search starts from is accurate to eight digits.
LARGE = 50_000.0
STEPS = 60
PRECISION = 1e-11


def value_interval(
    total: float, squares: float, largest: float, *, level: float = LEVEL
) -> tuple[float, float]:
    """The interval of a sum of amounts. ``squares``: the sum of their squares; ``largest``: the greatest."""
    if total <= 0 or squares <= 0:
        return 0.0, 0.0
    tail = (1 - level) / 2
    low = squares / total * gamma_quantile(tail, total**2 / squares)
    above, spread = total + largest, squares + largest**2
    return low, spread / above * gamma_quantile(1 - tail, above**2 / spread)


def gamma_quantile(probability: float, shape: float) -> float:
    """The quantile of a gamma distribution of scale 1 at ``probability`` (0 to 1)."""
    guess = _wilson_hilferty(probability, shape)
    if shape > LARGE:
        return guess
    if guess <= 0 or shape < 1:
        guess = math.exp((math.log(probability) + math.lgamma(shape + 1)) / shape)
    x = guess
    for _ in range(STEPS):
        density = math.exp((shape - 1) * math.log(x) - x - math.lgamma(shape))
        step = (lower_gamma(shape, x) - probability) / max(density, 1e-300)
        # Halley's method: the second derivative is known.
        step /= max(0.5, 1 - step * ((shape - 1) / x - 1) / 2)
        following = x - step if x > step else x / 2
        if abs(following - x) <= PRECISION * following:
            return following
        x = following
    return x


def lower_gamma(shape: float, x: float) -> float:
    """The regularised lower incomplete gamma function: a series below the mean, a continued fraction beyond."""
    if x <= 0:
        return 0.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        place = shape
        while term > total * PRECISION / 100:
            place += 1
            term *= x / place
            total += term
        return min(1.0, total * front)
    # Lentz's algorithm.
    least = 1e-300
    b = x + 1 - shape
    c, d = 1 / least, 1 / b
    fraction = d
    for place in range(1, 10_000):
        a = -place * (place - shape)
        b += 2
        d = a * d + b
        d = 1 / (d if abs(d) > least else least)
        c = b + a / c
        c = c if abs(c) > least else least
        fraction *= d * c
        if abs(d * c - 1) < PRECISION / 100:
            break
    return max(0.0, 1 - front * fraction)


def _wilson_hilferty(probability: float, shape: float) -> float:
    ninth = 1 / (9 * shape)
    base = 1 - ninth + NormalDist().inv_cdf(probability) * math.sqrt(ninth)
    return shape * base**3
