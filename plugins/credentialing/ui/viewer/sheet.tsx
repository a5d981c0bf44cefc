import { useState, type ReactNode } from 'react';
import { EmptyState } from '#ui';
import { tCredentialing } from '../texts.ts';

/** Props of what shows a page of a document. */
export interface SheetProps {
  readonly url: string;
  /** What the document is, for screen readers. */
  readonly name: string;
  /** From 1. */
  readonly page: number;
  /** In CSS pixels. */
  readonly width: number;
  /** 0, 90, 180 or 270 degrees to the right. */
  readonly rotation: number;
  /** What is marked on the page. */
  readonly children: ReactNode;
  /** Called with the number of pages when it is known. */
  readonly onPages: (count: number) => void;
  readonly onPage: (page: number) => void;
}

/** A picture, which has one page. */
export function PictureSheet({ url, name, width, rotation, children }: SheetProps) {
  const [ratio, setRatio] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <EmptyState compact title={tCredentialing('viewer.failed')} help={tCredentialing('viewer.failedHelp')} />;
  const isAcross = rotation % 180 !== 0;
  const height = width * (isAcross ? 1 / ratio : ratio);
  const own = isAcross ? { width: height, height: width } : { width, height };
  return (
    <div className="cr-sheet" style={{ width, height }}>
      <img
        className="cr-picture"
        src={url}
        alt={name}
        style={{ ...own, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
        onLoad={({ currentTarget }) => setRatio(currentTarget.naturalHeight / Math.max(1, currentTarget.naturalWidth))}
        onError={() => setFailed(true)}
      />
      {children}
    </div>
  );
}
