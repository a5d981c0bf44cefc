/** Working days start at nine in the product's time zone. */
export const FIRST_HOUR = 9;
