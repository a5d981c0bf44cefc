import { toText } from '#engine/model/values';
import type { WidgetProps } from '../../../extensions/index.ts';
import { isObject } from '../../../headless/index.ts';
import { EmptyState, t, TextLink } from '../../../kit/index.ts';

/** An address that a link may have: a page of the product, or a web page. Undefined for any other, such as a script. */
export function safeAddress(address: string): string | undefined {
  const text = address.trim();
  if (/^\/(?![/\\])/u.test(text)) return text;
  return /^https?:\/\/\S+$/iu.test(text) ? text : undefined;
}

/** Links to pages. */
export function LinksWidget({ settings: { links } }: WidgetProps) {
  const shown = (Array.isArray(links) ? links : []).filter(isObject).flatMap((link) => {
    const address = safeAddress(toText(link['address']));
    return address === undefined ? [] : [{ address, label: toText(link['label']) || address }];
  });
  if (shown.length === 0)
    return <EmptyState compact headingLevel={3} title={t('widgets.nothingLinked')} help={t('widgets.nothingLinkedHelp')} />;
  return (
    <ul className="ms-lines">
      {shown.map(({ address, label }, at) => (
        <li key={at} className="ms-line">
          <TextLink
            look="name"
            className="ms-clip"
            href={address}
            {...(address.startsWith('/') ? {} : { target: '_blank', rel: 'noreferrer noopener' })}
          >
            {label}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

/** A text, with its line breaks. */
export function NotesWidget({ settings }: WidgetProps) {
  const text = toText(settings['text']);
  if (text.trim() === '')
    return <EmptyState compact headingLevel={3} title={t('widgets.nothingNoted')} help={t('widgets.nothingNotedHelp')} />;
  return <p className="ms-widget-text">{text}</p>;
}
