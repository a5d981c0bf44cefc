import type { ModuleView } from '#engine/model/wire';
import type { RecordValues } from '../../headless/index.ts';
import { ButtonLink, Icon, TextLink, useBreakpoint } from '../../kit/index.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import { listCommunicationLinks } from './communication-links.ts';

/** Shortcuts: C calls, T texts and M mails the contact of the record, in the device's default app. */
export function useCommunicationShortcuts(module: ModuleView, record: RecordValues): void {
  usePageShortcuts(Object.fromEntries(listCommunicationLinks(module, record).map(({ key, href }) => [key, () => location.assign(href)])));
}

/**
 * Call, text and mail links: large with labels on a phone, otherwise icon buttons of which only Call has a label. Renders nothing without
 * contact data.
 */
export function CommunicationBar({ module, record }: { readonly module: ModuleView; readonly record: RecordValues }) {
  const isPhone = useBreakpoint() === 'phone';
  return listCommunicationLinks(module, record).map(({ key, label, icon, href }) => {
    if (isPhone)
      return (
        <TextLink key={key} look="bare" className="mv-communication-link" href={href}>
          <Icon of={icon} size={20} />
          {label}
        </TextLink>
      );
    if (key === 'c')
      return (
        <ButtonLink key={key} icon={icon} href={href}>
          {label}
        </ButtonLink>
      );
    return (
      <TextLink
        key={key}
        look="bare"
        className="ms-button ms-icon-button ms-button-default ms-control-md"
        aria-label={label}
        title={label}
        href={href}
      >
        <Icon of={icon} />
      </TextLink>
    );
  });
}
