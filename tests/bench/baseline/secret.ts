/** Signs the tokens of the baseline, on both sides. */
export const BASELINE_SECRET = 'baseline-secret-of-32-characters';
