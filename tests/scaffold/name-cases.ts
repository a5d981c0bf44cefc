/** 'site-visits' and 'siteVisits' as words: ['site', 'visits']. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split('-')
    .filter((word) => word !== '');
}

export const kebab = (name: string): string => wordsOf(name).join('-');

export const snake = (name: string): string => wordsOf(name).join('_');

/** 'site-visits' as 'siteVisits'. */
export function camel(name: string): string {
  return wordsOf(name)
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join('');
}

/** 'siteVisits' as 'Site visits'. */
export function sentence(name: string): string {
  return capital(wordsOf(name).join(' '));
}

/** 'Companies' as 'Company', 'Site visits' as 'Site visit'; labels without a plural ending are unchanged. */
export function singular(label: string): string {
  if (label.endsWith('ies')) return `${label.slice(0, -3)}y`;
  return label.endsWith('s') && !label.endsWith('ss') ? label.slice(0, -1) : label;
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
