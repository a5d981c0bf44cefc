import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFileLink } from '../../headless/index.ts';

interface VideoStillProps {
  readonly path: string;
  /** Shown until the video is loaded, and for one that cannot be shown. */
  readonly icon: ReactNode;
}

/** Whether an element was in view since it was mounted: what is never seen is not loaded. */
function useWasSeen() {
  const ref = useRef<HTMLSpanElement>(null);
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (ref.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, wasSeen };
}

/** The first frame of a video. It is the video itself, of which the browser loads what it needs to show that frame. */
function Frame({ path, icon }: VideoStillProps) {
  const { data } = useFileLink(path);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (data === undefined || state === 'failed') return icon;
  return (
    <>
      {state === 'loading' && icon}
      <video
        // Some browsers show no frame before a time was set.
        src={`${data.url}#t=0.001`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        hidden={state === 'loading'}
        // A recording of sound alone has no frame.
        onLoadedMetadata={({ currentTarget }) => setState(currentTarget.videoWidth > 0 ? 'shown' : 'failed')}
        onError={() => setState('failed')}
      />
    </>
  );
}

/** A still of a video in a list. The server makes no pictures of videos: that needs a program beside the product. */
export function VideoStill({ path, icon }: VideoStillProps) {
  const { ref, wasSeen } = useWasSeen();
  const isStored = path.startsWith('/api/files/');
  return (
    <span ref={ref} className="mu-still">
      {wasSeen && isStored ? <Frame path={path} icon={icon} /> : icon}
    </span>
  );
}
