/** The path of a key inside a stored record. Names in MongoDB's paths hold no '.' and '$', so that those are spelt '~1' and '~2'. */
export function keyPath(keyId: string): string {
  return `k.${keyName(keyId)}`;
}

/** The name of a key inside `k`. */
export function keyName(keyId: string): string {
  return /[~.$]/.test(keyId) ? keyId.replace(/[~.$]/g, (character) => (character === '~' ? '~0' : character === '.' ? '~1' : '~2')) : keyId;
}
