import { createApiClient as createClient, type ApiClient as Client, type ApiResponse } from '../../engine/testing/api-client.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read responses of every type
type Body = any;

/** A response of the API. */
export type TestResponse = ApiResponse<Body>;

export type ApiClient = Client<Body>;

/** Sends requests to a running server with a token and returns the responses, whatever their status. */
export const createApiClient = createClient<Body>;
