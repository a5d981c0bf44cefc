import { Fragment, type ReactNode } from 'react';
import { safeAddress } from '#engine/model/values';
import { TextLink } from '../../kit/index.ts';
import '../styles/safe-text.css';

/** Elements that are shown as they are; the text of any other element is shown without it. */
const SHOWN: ReadonlySet<string> = new Set(['P', 'B', 'STRONG', 'I', 'EM', 'U', 'UL', 'OL', 'LI', 'BR', 'H3', 'H4', 'BLOCKQUOTE']);
/** Elements whose content is no text for people. */
const DROPPED: ReadonlySet<string> = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'NOSCRIPT',
  'HEAD',
  'SVG',
  'MATH',
]);

function renderNodes(nodes: Iterable<ChildNode>): ReactNode[] {
  return [...nodes].map((node, at) => <Fragment key={at}>{renderNode(node)}</Fragment>);
}

function renderNode(node: ChildNode): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.tagName.toUpperCase();
  if (DROPPED.has(name)) return null;
  if (name === 'BR') return <br />;
  const children = renderNodes(node.childNodes);
  const address = name === 'A' ? safeAddress(node.getAttribute('href') ?? '') : undefined;
  if (address !== undefined) return <TextLink href={address}>{children}</TextLink>;
  if (!SHOWN.has(name)) return children;
  const Tag = name.toLowerCase() as 'p';
  return <Tag>{children}</Tag>;
}

/**
 * A text that an admin wrote: plain, or with simple HTML. Only elements and links of a closed list are shown, without their attributes;
 * nothing in it is executed.
 */
export function SafeText({ text }: { readonly text: string }) {
  if (!/<\/?[a-z]/iu.test(text)) return <div className="mf-safe-text mf-safe-plain">{text}</div>;
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  return <div className="mf-safe-text">{renderNodes(body.childNodes)}</div>;
}
