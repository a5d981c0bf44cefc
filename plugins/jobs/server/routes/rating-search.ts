import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { answerPage, readSearchPage } from '../services/search-page.ts';

/** `POST /api/jobs/job-rating-search`: a search like any other, the highest rated first. */
export async function handleRatingSearch({ records, actor, body }: PluginRouteContext): Promise<PluginRouteAnswer> {
  const search = body as JsonObject;
  const least = Number(search['minimum'] ?? 0);
  const page = readSearchPage(search, { terms: least > 0 ? { job_rating: { range: { gte: least } } } : {}, sort: { sortField: 'job_rating', sortOrder: 'desc' } });
  const found = await records.find(actor, { module: 'jobs', ...page.input });
  return { body: answerPage(found, found.data, page) };
}
