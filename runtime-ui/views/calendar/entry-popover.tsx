import { useEffect, useLayoutEffect, useState, type CSSProperties, type ReactNode, type Ref, type RefObject } from 'react';
import { Popover } from '../../kit/index.ts';

interface EntryPopoverProps {
  /** The calendar that the entry is in. */
  readonly box: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly label: string;
  readonly width?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const entryOf = (id: string): string => `[data-entry="${CSS.escape(id)}"]`;

function placeOf(box: HTMLElement | null, id: string): CSSProperties {
  // An entry that there is no room for is told of in the middle of its calendar.
  const entry = box?.querySelector(entryOf(id))?.getBoundingClientRect();
  const whole = box?.getBoundingClientRect();
  if (entry !== undefined) return { left: entry.left, top: entry.top, width: Math.min(entry.width, 320), height: entry.height };
  return { left: (whole?.left ?? 0) + (whole?.width ?? 0) / 2, top: (whole?.top ?? 0) + 80, width: 1, height: 1 };
}

/** Lies where the entry lies. What opens the sheet is the entry: of the attributes that its opener would get, the anchor takes none. */
function Anchor({ place, ref }: { readonly place: CSSProperties; readonly ref?: Ref<HTMLSpanElement> }) {
  return <span ref={ref} className="mc-anchor" style={place} />;
}

/** A sheet beside an entry: one for the whole calendar, so that hundreds of entries carry none. */
export function EntryPopover({ box, id, label, width = 320, onClose, children }: EntryPopoverProps) {
  const [place, setPlace] = useState<CSSProperties | undefined>(undefined);
  useLayoutEffect(() => {
    const measure = () => setPlace(placeOf(box.current, id));
    measure();
    globalThis.addEventListener('resize', measure);
    return () => globalThis.removeEventListener('resize', measure);
  }, [box, id]);
  useEffect(() => {
    const calendar = box.current;
    return () => {
      // The focus goes back to the entry, which may lie on another day now; a dialog that follows takes it by itself.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) calendar?.querySelector<HTMLElement>(entryOf(id))?.focus();
      });
    };
  }, [box, id]);
  if (place === undefined) return null;
  return <Popover target={<Anchor place={place} />} opened onClose={onClose} label={label} width={width} position="right-start">{children}</Popover>;
}
