import { useEffect, useLayoutEffect, useState, type CSSProperties, type ReactNode, type Ref, type RefObject } from 'react';
import { Popover } from '../../kit/index.ts';

interface EntryPopoverProps {
  /** The calendar that contains the entry. */
  readonly box: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly label: string;
  readonly width?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const entryOf = (id: string): string => `[data-entry="${CSS.escape(id)}"]`;

function placeOf(box: HTMLElement | null, id: string): CSSProperties {
  // For an entry that is not rendered, the popover is shown at the top centre of the calendar.
  const entry = box?.querySelector(entryOf(id))?.getBoundingClientRect();
  const whole = box?.getBoundingClientRect();
  if (entry !== undefined) return { left: entry.left, top: entry.top, width: Math.min(entry.width, 320), height: entry.height };
  return { left: (whole?.left ?? 0) + (whole?.width ?? 0) / 2, top: (whole?.top ?? 0) + 80, width: 1, height: 1 };
}

/** An anchor at the position of the entry. It ignores the attributes of a popover target, because the entry itself opens the popover. */
function Anchor({ place, ref }: { readonly place: CSSProperties; readonly ref?: Ref<HTMLSpanElement> }) {
  return <span ref={ref} className="mc-anchor" style={place} />;
}

/** A popover at an entry. There is one for the whole calendar, so that hundreds of entries do not need one each. */
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
      // Returns the focus to the entry, which may be on another day now; a dialog that opens next sets the focus itself.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) calendar?.querySelector<HTMLElement>(entryOf(id))?.focus();
      });
    };
  }, [box, id]);
  if (place === undefined) return null;
  return (
    <Popover target={<Anchor place={place} />} opened onClose={onClose} label={label} width={width} position="right-start">
      {children}
    </Popover>
  );
}
