/** A POST request to an external server. */
export interface OutboundRequest {
  /** The URL as an admin entered it. */
  readonly url: string;
  /** By name. */
  readonly headers: { readonly [name: string]: string };
  /** Sent as UTF-8. */
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

/** A request to an external server whose response is returned whole. */
export interface OutboundExchange {
  /** Begins with https://, or http:// for a host that the configuration names. */
  readonly url: string;
  /** The HTTP method. */
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** By name. */
  readonly headers: { readonly [name: string]: string };
  /** A text is sent as UTF-8; default: no body. */
  readonly body?: string | Uint8Array | undefined;
  /** Milliseconds from the lookup of the host to the end of the response. */
  readonly timeout: number;
  /** Bytes of the response body that are accepted. */
  readonly maxBytes: number;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/** The response to an exchange, whatever its status. */
export interface OutboundResponse {
  /** The HTTP status, also of an error. */
  readonly status: number;
  /** By name in lower case; several values of one header are joined with ', '. */
  readonly headers: { readonly [name: string]: string };
  /** The bytes of the body; empty: there is none. */
  readonly body: Buffer;
}

/** A server that is not reached over HTTP, such as one of mailboxes. */
export interface OutboundServer {
  /** A host name or an IP address. */
  readonly host: string;
  /** Its port. */
  readonly port: number;
  /** Ports that are allowed on hosts that the configuration does not name. */
  readonly allowedPorts: readonly number[];
}

/** The address to which a connection may be opened. */
export interface OutboundAddress {
  /** An IP address: the connection is opened to it, whatever the host name resolves to later. */
  readonly address: string;
  /** The configuration names the host: it may be in a private network, and be reached without TLS. */
  readonly isNamed: boolean;
}

/**
 * Sends requests to external servers, at URLs that an admin or a plugin entered. Hosts in private networks are blocked, whatever a
 * host name resolves to at the time of the request, unless the configuration names the host. Redirects are not followed.
 */
export interface OutboundHttpPort {
  /**
   * Returns why requests to a URL are not allowed, as a text for an admin; undefined when they are, as far as this can be checked now.
   * Never rejects.
   */
  findProblem(url: string): Promise<string | undefined>;
  /** Sends a POST request, which takes at most ten seconds in total. Never rejects: the result says why there is no response. */
  post(request: OutboundRequest): Promise<OutboundResult>;
  /**
   * Sends a request and returns its response, whatever its status.
   * @throws `outbound_failed` when the URL is not allowed, when there is no response in time, or when its body is too large.
   */
  exchange(request: OutboundExchange): Promise<OutboundResponse>;
  /**
   * Resolves and checks the address of a server of another protocol, with the rules of `exchange` for hosts and ports.
   * @throws `outbound_failed` when it is not allowed or not known.
   */
  resolve(server: OutboundServer): Promise<OutboundAddress>;
}
