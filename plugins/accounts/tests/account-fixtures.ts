/** The last generated phone number. Each account gets its own. */
let phone = 2_065_570_000;

export function nextPhone(): string {
  phone += 1;
  return String(phone);
}

/** Address fields of an account. */
export function at(city: string, state: string, zip: string, street = ''): { readonly billing_address: object } {
  return { billing_address: { street, city, state, zip } };
}
