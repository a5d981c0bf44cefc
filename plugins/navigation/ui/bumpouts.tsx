import { Drawer } from '@mantine/core';
import { useState } from 'react';
import type { ShellView } from '#engine/model';
import { findIcon, Icon, SafeText, useBreakpoint, useRestoreFocus } from '#ui';
import type { DrawnBumpout } from '../shared/drawn.ts';
import { tNavigation } from './texts.ts';
import { DrawnLinks, WidgetContent } from './widget-content.tsx';
import './navigation.css';

interface BumpoutsProps {
  readonly bumpouts: readonly DrawnBumpout[];
  readonly shell: ShellView;
}

const SIDES = ['left', 'right', 'top', 'bottom'] as const;

/** The width of a panel in pixels: default, least and most. */
const WIDTH = { usual: 360, least: 240, most: 720 };

function widthOf({ width }: DrawnBumpout): number {
  return width === null ? WIDTH.usual : Math.max(WIDTH.least, Math.min(width, WIDTH.most));
}

interface HandlesProps {
  readonly bumpouts: readonly DrawnBumpout[];
  /** Id of the bumpout whose panel is open. */
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
  /** The title is shown beside the icon. */
  readonly isNamed?: boolean;
}

function Handles({ bumpouts, open, onOpen, isNamed = false }: HandlesProps) {
  return bumpouts.map(({ _id, title, icon, hue }) => (
    <button
      key={_id}
      type="button"
      className={`nv-handle ${hue === '' ? '' : `nv-hue-${hue}`}`}
      title={title}
      aria-label={tNavigation('openPanel', { name: title })}
      aria-expanded={open === _id}
      onClick={() => onOpen(_id)}
    >
      <Icon of={findIcon(icon || 'megaphone')} size={18} />
      {isNamed && <span className="nv-handle-title">{title}</span>}
    </button>
  ));
}

/**
 * Handles at the edges of the window, on a phone in a strip of their own, where they cover nothing of the page. Each opens a panel that slides in from there. Esc closes
 * it, and the focus returns to the handle.
 */
export function Bumpouts({ bumpouts, shell }: BumpoutsProps) {
  const [open, setOpen] = useState<string>();
  const isPhone = useBreakpoint() === 'phone';
  const opened = bumpouts.find(({ _id }) => _id === open);
  // It stays in the panel while that slides out.
  const [last, setLast] = useState<DrawnBumpout>();
  if (opened !== undefined && opened !== last) setLast(opened);
  const shown = opened ?? last;
  const content = useRestoreFocus(opened !== undefined);
  return (
    <>
      {isPhone && bumpouts.length > 0 && (
        <nav className="nv-strip" aria-label={tNavigation('bumpouts')}>
          <Handles bumpouts={bumpouts} open={open} onOpen={setOpen} isNamed />
        </nav>
      )}
      {!isPhone &&
        SIDES.map((side) => {
          const own = bumpouts.filter((one) => one.side === side);
          if (own.length === 0) return null;
          return (
            <nav
              key={side}
              className={`nv-handles nv-handles-${side}`}
              aria-label={`${tNavigation('bumpouts')}: ${tNavigation(`side.${side}`)}`}
            >
              <Handles bumpouts={own} open={open} onOpen={setOpen} />
            </nav>
          );
        })}
      {shown !== undefined && (
        <Drawer.Root
          opened={opened !== undefined}
          onClose={() => setOpen(undefined)}
          position={isPhone ? 'bottom' : shown.side}
          size={isPhone || shown.side === 'top' || shown.side === 'bottom' ? 'auto' : widthOf(shown)}
        >
          <Drawer.Overlay className="ms-backdrop" />
          <Drawer.Content ref={content} className="nv-panel">
            <Drawer.Header>
              <Drawer.Title className="nv-panel-title">{shown.title}</Drawer.Title>
              <Drawer.CloseButton className="nv-panel-close" aria-label={tNavigation('closePanel')} />
            </Drawer.Header>
            <Drawer.Body>
              {shown.text !== '' && <SafeText text={shown.text} />}
              {shown.widget !== null && <WidgetContent widget={shown.widget} shell={shell} />}
              <DrawnLinks links={shown.links} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
    </>
  );
}
