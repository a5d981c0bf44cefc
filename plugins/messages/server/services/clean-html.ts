import sanitizeHtml from 'sanitize-html';

const SIZES = [/^\d{1,4}(?:\.\d+)?(?:px|em|rem|%|pt)?$/];
const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i];
const WORDS = [/^[\w\s",'-]{1,200}$/];

/** What the HTML of an e-mail may have: no script, form, frame or style sheet; pictures over https or inside the message. */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'center', 'code', 'col', 'colgroup', 'div', 'em', 'font', 'h1', 'h2', 'h3', 'h4'],
    ...['h5', 'h6', 'hr', 'i', 'img', 'li', 'ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td'],
    ...['tfoot', 'th', 'thead', 'tr', 'u', 'ul'],
  ],
  allowedAttributes: {
    '*': ['align', 'dir', 'lang', 'style', 'title', 'valign', 'bgcolor'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
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
      'font-size': SIZES,
      'font-style': WORDS,
      'font-weight': [/^(?:\d{3}|bold|normal|bolder|lighter)$/],
      'line-height': SIZES,
      width: SIZES,
      'max-width': SIZES,
      margin: [/^[\d\s.a-z%]{1,60}$/],
      padding: [/^[\d\s.a-z%]{1,60}$/],
    },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'cid'] },
  allowProtocolRelative: false,
  nestingLimit: 100,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** HTML without scripts, forms, frames, style sheets and addresses that run code. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, RULES).trim();
}

/** The same HTML with other addresses in its links. It gets each address as a browser reads it. */
export function changeLinks(html: string, change: (address: string) => string): string {
  return sanitizeHtml(html, {
    ...RULES,
    transformTags: {
      a: (tagName, { href, ...attribs }) => ({ tagName, attribs: href === undefined ? attribs : { ...attribs, href: change(href) } }),
    },
  });
}

/** The text of HTML, for programs that do not show HTML. */
export function htmlToText(html: string): string {
  const lines = html.replace(/<(?:br|hr|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^>]*>/gi, (tag) => `${tag}\n`);
  const text = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} });
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
