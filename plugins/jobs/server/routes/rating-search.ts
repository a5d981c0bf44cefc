import type { PluginRouteResponse, PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { toPageBody, readSearchPage } from '../services/search-page.ts';

/** `POST /api/jobs/job-rating-search`: a search of jobs, sorted by the highest rating by default. */
export async function handleRatingSearch({ records, actor, body }: PluginRouteContext): Promise<PluginRouteResponse> {
  const search = body as JsonObject;
  const minimumRating = Number(search['minimum'] ?? 0);
  const page = readSearchPage(search, {
    terms: minimumRating > 0 ? { job_rating: { range: { gte: minimumRating } } } : {},
    sort: { sortField: 'job_rating', sortOrder: 'desc' },
  });
  const found = await records.find(actor, { module: 'jobs', ...page.input });
  return { body: toPageBody(found, found.data, page) };
}
