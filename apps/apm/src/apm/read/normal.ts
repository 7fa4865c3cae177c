/** Quantile of the standard normal distribution: P. J. Acklam's rational approximation, relative error below 1.15e-9. */
const CENTRE_NUMERATOR = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const CENTRE_DENOMINATOR = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
];
const TAIL_NUMERATOR = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_DENOMINATOR = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;

const polynomial = (coefficients: number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/** z with P(Z <= z) = `probability`, which lies between 0 and 1. */
export function normalQuantile(probability: number): number {
  if (probability < TAIL) return tail(probability);
  if (probability > 1 - TAIL) return -tail(1 - probability);
  const q = probability - 0.5;
  const r = q * q;
  return (polynomial(CENTRE_NUMERATOR, r) * q) / polynomial(CENTRE_DENOMINATOR, r);
}

function tail(probability: number): number {
  const q = Math.sqrt(-2 * Math.log(probability));
  return polynomial(TAIL_NUMERATOR, q) / polynomial(TAIL_DENOMINATOR, q);
}
