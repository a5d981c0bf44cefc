/** The finders in specifications 1 and 2, in addition to the common endpoints and those of plugins; ':' matches any segment. */
export const FINDERS: { readonly [module: string]: readonly string[] } = {
  campaigns: ['GET /jobs/:/campaigns'],
  credentialingSetup: ['POST /items/search'],
  jobs: ['GET /next-job-id'],
  musterWidgets: ['GET /bySelector/:'],
  tasks: ['GET /user/:', 'GET /tasks-by-module/:/:', 'GET /tasks-by-module/:/:/user/:'],
};
