import { findIcon, findModule, MenuLinks, type SlotProps } from '#ui';
import { useChat } from './chat-store.ts';
import { tChat } from './texts.ts';

/** Below the menu: chat, with the number of unread messages. */
export function MenuPart({ shell, isCollapsed = false }: SlotProps<'screenPart'>) {
  if (findModule(shell, 'musterMessage') === undefined || shell.preview !== undefined) return null;
  return <ChatLink isCollapsed={isCollapsed} />;
}

function ChatLink({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { unread } = useChat();
  const item = {
    id: 'chat',
    label: tChat('title'),
    icon: findIcon('message-square'),
    href: '/app/chat',
    current: location.pathname === '/app/chat',
    ...(unread > 0 ? { count: unread, urgent: true } : {}),
  };
  return <MenuLinks collapsed={isCollapsed} groups={[{ id: 'chat', items: [item] }]} />;
}
