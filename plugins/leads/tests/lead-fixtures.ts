/** The required fields of a lead. */
export function leadOf(first: string, last: string): { readonly first_name: string; readonly last_name: string } {
  return { first_name: first, last_name: last };
}

/** An e-mail list with one address. */
export function mail(address: string): { readonly email_addresses: readonly object[] } {
  return { email_addresses: [{ email_address: address, primary: true, opt_out: false, invalid_email: false }] };
}
