#!/usr/bin/env python3
"""Prints the constants of src/exact/log2_simd-inl.h (needs mpmath).

The polynomial is the minimax one, in relative error, for log2(1 + r)/r on |r| <= 1/32, found by Remez
exchange; its coefficients are then rounded to fp64. The last line is the error after that rounding.
"""
import mpmath as mp

mp.mp.prec = 200
TERMS = 6
LIMIT = mp.mpf(1) / 32
GRID = [LIMIT * mp.cos(mp.pi * i / 2000) for i in range(2001)]


def target(r):
    return mp.log(1 + r, 2) / r if abs(r) > mp.mpf(2) ** -60 else (1 - r / 2) / mp.log(2)


def error(coefficients, r):
    return mp.polyval(coefficients[::-1], r) / target(r) - 1


def solve(points):
    """Coefficients whose errors at the points are equal, with alternating signs."""
    a = mp.matrix(TERMS + 1, TERMS + 1)
    b = mp.matrix(TERMS + 1, 1)
    for i, r in enumerate(points):
        for j in range(TERMS):
            a[i, j] = r**j / target(r)
        a[i, TERMS] = (-1) ** i
        b[i] = 1
    return list(mp.lu_solve(a, b))[:TERMS]


def extremes(coefficients):
    """Points of the largest error of each sign change."""
    errors = [error(coefficients, r) for r in GRID]
    found = []
    for i, e in enumerate(errors):
        if found and mp.sign(e) == mp.sign(errors[found[-1]]):
            if abs(e) > abs(errors[found[-1]]):
                found[-1] = i
        else:
            found.append(i)
    return [GRID[i] for i in found[: TERMS + 1]]


points = [LIMIT * mp.cos(mp.pi * (2 * i + 1) / (2 * (TERMS + 1))) for i in range(TERMS + 1)]
for _ in range(10):
    coefficients = solve(points)
    points = extremes(coefficients)
rounded = [float(c) for c in coefficients]
print("inverse", [float(1 / (1 + mp.mpf(i) / 16)).hex() for i in range(16)])
print("log2", [float(mp.log(1 + mp.mpf(i) / 16, 2)).hex() for i in range(16)])
print("polynomial", [c.hex() for c in rounded])
worst = max(abs(error([mp.mpf(c) for c in rounded], r)) for r in GRID)
print("relative error 2^", mp.nstr(mp.log(worst, 2), 5))
