import { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { useLinkClick } from '../link-context.tsx';
import { dropKeys, holdKeys, releaseKeys } from './early-keys.ts';
import { Icon } from './icon.tsx';

/** An action or a link of a menu. */
export interface MenuItem {
  /** Unique in its group. */
  readonly id: string;
  /** Its text. */
  readonly label: ReactNode;
  /** Before the text; default: none. */
  readonly icon?: LucideIcon;
  /** It destroys something: its text is red; default false. */
  readonly danger?: boolean;
  /** At the right: a hint, a shortcut, a check mark. */
  readonly trailing?: ReactNode;
  /** The address that it opens; absent: it is an action. */
  readonly href?: string;
  /** Called when it is chosen. */
  readonly onSelect?: () => void;
  /** It cannot be chosen; default false. */
  readonly disabled?: boolean;
}

/** Items of a menu, separated by a line from those before. */
export interface MenuGroup {
  /** Unique in the menu. */
  readonly id: string;
  /** Its heading; default: none. */
  readonly label?: string;
  /** After the label: a shortcut, a check mark. */
  readonly hint?: ReactNode;
  /** Its items, in order. */
  readonly items: readonly MenuItem[];
}

/** Props of a menu. */
export interface MenuProps {
  /** The element that opens the menu; it gets the aria attributes. */
  readonly target: ReactElement;
  /** Its groups, in order. */
  readonly groups: readonly MenuGroup[];
  /** Names it for screen readers. */
  readonly label: string;
  /** In pixels; default 220. */
  readonly width?: number;
  /** Where it is, seen from its target; default 'bottom-end'. */
  readonly position?: 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'right-end';
  /** Whether it is open; absent: it opens and closes by itself. */
  readonly opened?: boolean;
  /** Called when it opens or closes. */
  readonly onChange?: (opened: boolean) => void;
}

function Item({ item }: { readonly item: MenuItem }) {
  const follow = useLinkClick(item.href);
  const inner = {
    className: `ms-menu-item ${item.danger ? 'ms-menu-danger' : ''}`,
    disabled: item.disabled ?? false,
    leftSection: item.icon && <Icon of={item.icon} />,
    rightSection: item.trailing,
  };
  if (item.href !== undefined)
    return (
      <MantineMenu.Item component="a" href={item.href} {...inner} onClick={follow}>
        {item.label}
      </MantineMenu.Item>
    );
  return (
    <MantineMenu.Item {...inner} onClick={() => item.onSelect?.()}>
      {item.label}
    </MantineMenu.Item>
  );
}

/** A dropdown is limited to the space next to its target; longer content scrolls. */
const FITTING = { flip: true, shift: { padding: 8 }, size: { padding: 8 } } as const;

/** Mantine labels a dropdown by its target, and undefined does not override that: an empty reference leaves it to the label. */
const named = (label: string) => ({ 'aria-label': label, 'aria-labelledby': '' });

/** Keys that are pressed before an item has the focus apply to the first item. */
function useEarlyKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current;
    if (box?.contains(document.activeElement) !== false) return;
    holdKeys();
    const release = () => setTimeout(releaseKeys);
    box.addEventListener('focusin', release, { once: true });
    return () => {
      box.removeEventListener('focusin', release);
      dropKeys();
    };
  }, []);
  return list;
}

function Groups({ groups, label }: Pick<MenuProps, 'groups' | 'label'>) {
  return (
    <div ref={useEarlyKeys()}>
      {groups.map((group, at) => (
        <div key={group.id} role="group" aria-label={group.label ?? label}>
          {at > 0 && <MantineMenu.Divider />}
          {group.label !== undefined && (
            <MantineMenu.Label>
              {group.label}
              {group.hint}
            </MantineMenu.Label>
          )}
          {group.items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A menu of actions and links in groups; arrow keys move, Esc closes. */
export function Menu({ target, groups, label, width = 220, position = 'bottom-end', opened, onChange }: MenuProps) {
  return (
    <MantineMenu
      width={width}
      position={position}
      shadow="md"
      radius={10}
      middlewares={FITTING}
      withinPortal
      withInitialFocusPlaceholder={false}
      {...(opened === undefined ? {} : { opened })}
      {...(onChange === undefined ? {} : { onChange })}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown className="ms-menu" {...named(label)}>
        <Groups groups={groups} label={label} />
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}

export interface PopoverProps {
  readonly target: ReactElement;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly width?: number | 'target';
  readonly position?: 'bottom' | 'bottom-start' | 'bottom-end' | 'top-start' | 'right-start';
  readonly children: ReactNode;
  /** Does not move the focus, for suggestions under an input. */
  readonly keepFocus?: boolean;
  /** Stays open until its content closes it: Esc and a click outside are ignored. */
  readonly isPersistent?: boolean;
  /** Keeps its content mounted while it is closed. */
  readonly keepMounted?: boolean;
}

/** Any content in a dropdown next to its target; Esc and a click outside close it. */
export function Popover({
  target,
  opened,
  onClose,
  label,
  width = 320,
  position = 'bottom-start',
  keepFocus = false,
  isPersistent = false,
  keepMounted = false,
  children,
}: PopoverProps) {
  return (
    <MantinePopover
      opened={opened}
      onChange={(next) => {
        if (!next) onClose();
      }}
      width={width}
      position={position}
      shadow="md"
      radius={10}
      middlewares={FITTING}
      withinPortal
      keepMounted={keepMounted}
      trapFocus={!keepFocus}
      returnFocus={!keepFocus}
      closeOnEscape={!isPersistent}
      closeOnClickOutside={!isPersistent}
    >
      <MantinePopover.Target>{target}</MantinePopover.Target>
      <MantinePopover.Dropdown className="ms-popover" {...named(label)}>
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}
