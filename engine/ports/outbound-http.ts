/** A POST request to an external server. */
export interface OutboundRequest {
  /** The URL as an admin entered it. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** The result of a request: the status of the response, or the reason why there is no response. */
export interface OutboundResult {
  /** Status of the response; undefined when the request failed, also while the response was read. */
  readonly status: number | undefined;
  /** Why the request failed, as a text for an admin. */
  readonly failure: string | undefined;
  /** The start of the response body as short, readable text; '' when there is none. */
  readonly excerpt: string;
  /** Milliseconds. */
  readonly duration: number;
}

/**
 * Sends requests to external servers, at URLs that an admin entered. Hosts in private networks are blocked, whatever a
 * host name resolves to at the time of the request, unless the configuration names the host. Redirects are not followed.
 */
export interface OutboundHttpPort {
  /** Returns why requests to a URL are not allowed, as a text for an admin; undefined when they are, as far as this can be checked now. */
  findProblem(url: string): Promise<string | undefined>;
  /** Sends a POST request, which takes at most ten seconds in total. Never throws for failures of the other server. */
  post(request: OutboundRequest): Promise<OutboundResult>;
}
