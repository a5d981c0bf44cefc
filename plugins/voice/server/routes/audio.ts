import { SYSTEM_ACTOR, type PluginDownload, type PluginRouteContext, type PluginRouteDefinition } from '#engine';
import { toText } from '#engine/model';

/** The endpoint from which a carrier fetches a voiceshot. */
export const AUDIO_ROUTE = { method: 'GET', path: '/api/voiceshots/audio/:voiceshot' } as const;

/** Content types of recordings that carriers play, by the ending of the file. */
const AUDIO_TYPES: { readonly [ending: string]: string } = { mp3: 'audio/mpeg', wav: 'audio/wav' };

/** `GET /api/voiceshots/audio/:voiceshot?token=`: the recording, for the carrier that got the link. */
async function sendAudio({ link, parameters, records, files, refuse }: PluginRouteContext): Promise<PluginDownload> {
  if (link === undefined) return refuse('link_invalid');
  const voiceshot = await records.get(SYSTEM_ACTOR, { module: 'voiceshots', id: parameters['voiceshot'] ?? '' });
  const { filename, content } = await files.open(toText(voiceshot['path']));
  const contentType = AUDIO_TYPES[filename.split('.').at(-1)?.toLowerCase() ?? ''];
  if (contentType !== undefined) return { contentType, filename, body: content };
  content.destroy();
  return refuse('voiceshot_file_missing');
}

/** The endpoint of recordings that are played. */
export const AUDIO_ROUTES: readonly PluginRouteDefinition[] = [
  {
    ...AUDIO_ROUTE,
    access: 'link',
    summary: 'The recording of a voiceshot, for the carrier that got the link',
    downloads: Object.values(AUDIO_TYPES),
    errors: ['voiceshot_file_missing'],
    handle: sendAudio,
  },
];
