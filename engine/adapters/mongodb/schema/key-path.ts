/** The path of a key inside a stored record. Names in MongoDB paths contain no '.' and '$', so these are written as '~1' and '~2'. */
export function keyPath(keyId: string): string {
  return `k.${keyName(keyId)}`;
}

/** The name of a key inside `k`. */
export function keyName(keyId: string): string {
  return /[~.$]/.test(keyId) ? keyId.replace(/[~.$]/g, (character) => (character === '~' ? '~0' : character === '.' ? '~1' : '~2')) : keyId;
}
