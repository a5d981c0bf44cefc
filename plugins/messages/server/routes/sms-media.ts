import { SYSTEM_ACTOR, type PluginDownload, type PluginRouteContext } from '#engine';
import { toText } from '#engine/model';
import { PICTURE_FIELDS } from '../../shared/sms.ts';
import { MAX_PICTURE_BYTES } from '../services/sms-pictures.ts';

/** `GET /api/sms/media/:message/:field?token=`: a picture, for the carrier that got the link. */
export async function sendPicture({ link, parameters, records, files, refuse }: PluginRouteContext): Promise<PluginDownload> {
  const { message = '', field = '' } = parameters;
  if (link === undefined || !PICTURE_FIELDS.some((one) => one === field)) return refuse('link_invalid');
  const sms = await records.get(SYSTEM_ACTOR, { module: 'sms', id: message });
  const { filename, type, content } = await files.read(toText(sms[field]), { maxBytes: MAX_PICTURE_BYTES });
  return { contentType: type, filename, body: content };
}
