import sanitizeHtml from 'sanitize-html';

const SIZE = [/^\d{1,4}(?:\.\d+)?(?:px|em|rem|%|pt)?$/];
const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i];
const WORDS = [/^[\w\s",'-]{1,200}$/];
const SPACES = [/^[\d\s.a-z%]{1,60}$/];

/** Attribute of a picture with its address: nothing is loaded from it. */
export const REMOTE_PICTURE = 'data-remote';
/** Attribute of a picture with the id of a file of the message. */
export const OWN_PICTURE = 'data-own';

/** What the HTML of a received e-mail may have: no script, form, frame, style sheet or address from which anything is loaded. */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'center', 'code', 'col', 'colgroup', 'div', 'em', 'font', 'h1', 'h2', 'h3', 'h4'],
    ...['h5', 'h6', 'hr', 'i', 'img', 'li', 'ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td'],
    ...['tfoot', 'th', 'thead', 'tr', 'u', 'ul'],
  ],
  allowedAttributes: {
    '*': ['align', 'dir', 'lang', 'style', 'title', 'valign', 'bgcolor'],
    a: ['href', 'target', 'rel'],
    img: ['alt', 'width', 'height', REMOTE_PICTURE, OWN_PICTURE],
    font: ['color', 'face', 'size'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
    td: ['colspan', 'rowspan', 'width', 'height'],
    th: ['colspan', 'rowspan', 'width', 'height'],
  },
  allowedStyles: {
    '*': {
      color: COLOR,
      'background-color': COLOR,
      'text-align': [/^(?:left|right|center|justify)$/],
      'text-decoration': WORDS,
      'font-family': WORDS,
      'font-size': SIZE,
      'font-style': WORDS,
      'font-weight': [/^(?:\d{3}|bold|normal|bolder|lighter)$/],
      'line-height': SIZE,
      width: SIZE,
      'max-width': SIZE,
      margin: SPACES,
      padding: SPACES,
    },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 100,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
    img: (tagName, { src = '', alt = '', width, height }) => ({
      tagName,
      attribs: {
        alt,
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        ...(/^https:\/\//i.test(src) ? { [REMOTE_PICTURE]: src } : {}),
        ...(/^cid:/i.test(src) ? { [OWN_PICTURE]: src.slice('cid:'.length) } : {}),
      },
    }),
  },
};

/** HTML of a received e-mail without anything that runs, sends or loads. */
export function cleanMailHtml(html: string): string {
  return sanitizeHtml(html, RULES).trim();
}

/** Replaces the pictures of sanitized HTML by their contents, as far as `find` has one: a `data:` address. */
export function fillPictures(html: string, find: (kind: 'remote' | 'own', name: string) => string | undefined): string {
  return sanitizeHtml(html, {
    ...RULES,
    allowedAttributes: { ...RULES.allowedAttributes, img: ['alt', 'width', 'height', 'src'] },
    allowedSchemesByTag: { img: ['data'] },
    transformTags: {
      img: (tagName, { [REMOTE_PICTURE]: remote, [OWN_PICTURE]: own, ...attribs }) => {
        const src = remote === undefined ? find('own', own ?? '') : find('remote', remote);
        return { tagName, attribs: { ...attribs, ...(src === undefined ? {} : { src }) } };
      },
    },
  });
}

/** The addresses of the remote pictures of sanitized HTML. */
export function listRemotePictures(html: string): readonly string[] {
  const found = new Set<string>();
  fillPictures(html, (kind, name) => {
    if (kind === 'remote') found.add(name);
    return undefined;
  });
  return [...found];
}

/** The text of HTML. */
export function htmlToText(html: string): string {
  const lines = html.replace(/<(?:br|hr|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^>]*>/gi, (tag) => `${tag}\n`);
  const text = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {}, nestingLimit: 100 });
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
