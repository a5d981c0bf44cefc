import type { ModuleView } from '#engine/model';
import type { RecordValues } from '../../headless/index.ts';
import { ButtonLink, Icon, TextLink, useBreakpoint } from '../../kit/index.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import { listCommunicationLinks } from './communication-links.ts';

/** C, T and M call, text and write to whom the record is about, by the program that the device has for it. */
export function useCommunicationShortcuts(module: ModuleView, record: RecordValues): void {
  usePageShortcuts(Object.fromEntries(listCommunicationLinks(module, record).map(({ key, href }) => [key, () => location.assign(href)])));
}

/** Call, text or write at once: on a phone big with their words, else as buttons of which the call alone has room for its word. Nothing where the record names no way. */
export function CommunicationBar({ module, record }: { readonly module: ModuleView; readonly record: RecordValues }) {
  const isPhone = useBreakpoint() === 'phone';
  return listCommunicationLinks(module, record).map(({ key, label, icon, href }) => {
    if (isPhone) return <TextLink key={key} look="bare" className="mv-communication-link" href={href}><Icon of={icon} size={20} />{label}</TextLink>;
    if (key === 'c') return <ButtonLink key={key} icon={icon} href={href}>{label}</ButtonLink>;
    return <TextLink key={key} look="bare" className="ms-button ms-icon-button ms-button-default ms-control-md" aria-label={label} title={label} href={href}><Icon of={icon} /></TextLink>;
  });
}
