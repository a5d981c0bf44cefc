import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { toText } from '#engine/model';
import { Button, callApi, Dialog, EmptyState, ErrorState, getErrorMessage, IconButton, SafeText, SkeletonRows, type RecordData } from '#ui';
import { tTutorials } from './texts.ts';
import './tutorials.css';

type Source = { readonly kind: 'video' | 'image'; readonly path: string; readonly hasSlider: boolean };

function readSource({ sourceType, sourcePath, disableTimeSlider }: RecordData): Source | undefined {
  const [kind, path] = [toText(sourceType), toText(sourcePath)];
  return (kind === 'video' || kind === 'image') && path !== '' ? { kind, path, hasSlider: disableTimeSlider !== true } : undefined;
}

/** An address that opens the file without a session header, as videos and images need it. */
function useFileAddress(path: string | undefined): { readonly url: string | undefined; readonly error: string | undefined } {
  const [read, setRead] = useState<{ readonly path: string; readonly url?: string; readonly error?: string }>();
  useEffect(() => {
    if (path === undefined) return;
    let isCurrent = true;
    callApi<{ readonly url: string }>('POST', '/api/files/link', { body: { path } }).then(
      ({ url }) => isCurrent && setRead({ path, url }),
      (cause: unknown) => isCurrent && setRead({ path, error: getErrorMessage(cause) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return read === undefined || read.path !== path ? { url: undefined, error: undefined } : { url: read.url, error: read.error };
}

/** Controls of a video without its time slider, which the controls of browsers always have. */
function ControlsWithoutSlider({ video, isPlaying }: { readonly video: RefObject<HTMLVideoElement | null>; readonly isPlaying: boolean }) {
  const [isMuted, setMuted] = useState(false);
  const mute = () => {
    if (video.current !== null) video.current.muted = !isMuted;
    setMuted(!isMuted);
  };
  return (
    <div className="tu-controls">
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={tTutorials(isPlaying ? 'pause' : 'playVideo')}
        // What cannot be played is said by the error event of the video.
        onClick={() => void (isPlaying ? video.current?.pause() : video.current?.play().catch(() => undefined))}
      />
      <IconButton icon={isMuted ? VolumeX : Volume2} label={tTutorials(isMuted ? 'unmute' : 'mute')} onClick={mute} />
      <IconButton
        icon={Maximize}
        label={tTutorials('fullScreen')}
        onClick={() => void video.current?.requestFullscreen().catch(() => undefined)}
      />
    </div>
  );
}

interface VideoProps {
  readonly url: string;
  readonly name: string;
  /** Default: true. */
  readonly hasSlider?: boolean;
  readonly onEnd?: () => void;
}

/** A video with its controls. It goes back to its start when it has ended. */
export function VideoPlayer({ url, name, hasSlider = true, onEnd }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  if (hasFailed) return <ErrorState compact text={tTutorials('failed')} />;
  return (
    <>
      <video
        ref={video}
        className="tu-media"
        src={url}
        controls={hasSlider}
        playsInline
        aria-label={name}
        onError={() => setFailed(true)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => {
          setPlaying(false);
          if (video.current !== null) video.current.currentTime = 0;
          onEnd?.();
        }}
      />
      {!hasSlider && <ControlsWithoutSlider video={video} isPlaying={isPlaying} />}
    </>
  );
}

function TutorialMedia({ source, name }: { readonly source: Source; readonly name: string }) {
  const { url, error } = useFileAddress(source.path);
  const [hasFailed, setFailed] = useState(false);
  if (error !== undefined) return <ErrorState compact text={error} />;
  if (hasFailed) return <ErrorState compact text={tTutorials('failed')} />;
  if (url === undefined) return <SkeletonRows rows={4} />;
  if (source.kind === 'video') return <VideoPlayer url={url} name={name} hasSlider={source.hasSlider} />;
  return <img className="tu-media" src={url} alt={name} onError={() => setFailed(true)} />;
}

/** The player of a tutorial: its name, its text, then its video or image. */
export function TutorialDialog({ tutorial, onClose }: { readonly tutorial: RecordData; readonly onClose: () => void }) {
  const name = toText(tutorial.name);
  const text = toText(tutorial.htmlText);
  const source = readSource(tutorial);
  return (
    <Dialog
      opened
      title={name}
      size="choice"
      onCancel={onClose}
      actions={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {tTutorials('close')}
        </Button>
      }
    >
      {text !== '' && <SafeText text={text} />}
      {source !== undefined && <TutorialMedia source={source} name={name} />}
      {text === '' && source === undefined && <EmptyState compact title={tTutorials('empty')} />}
    </Dialog>
  );
}
