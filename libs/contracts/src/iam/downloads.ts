/** Signed links to files: a client that has one reads one file, by one method, for some minutes (ACCESS-14). */
import { IsIn, IsInt, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import type { IamContext } from '../authz/iam-context.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { QUERY_ACCESS } from '../telemetry/query.js';
import { rpc } from '../authz/rpc.js';

/** What there are files of. */
export const DOWNLOAD_OBJECTS = ['search_job'] as const;
export type DownloadObject = (typeof DOWNLOAD_OBJECTS)[number];

export const DOWNLOAD_METHODS = ['GET', 'HEAD'] as const;
export type DownloadMethod = (typeof DOWNLOAD_METHODS)[number];

/** Where links lead; their token follows. */
export const DOWNLOAD_PATH = '/api/v1/files/stream/';
export const DEFAULT_DOWNLOAD_SECONDS = 300;
export const MAX_DOWNLOAD_SECONDS = 900;
export const MAX_DOWNLOAD_TOKEN_CHARS = 1_024;

export class DownloadWish {
  /** 300 without a value. */
  @Optional() @IsInt() @Min(10) @Max(MAX_DOWNLOAD_SECONDS) expires_in_secs?: number;
  /** The one method that the link is for; GET without a value. */
  @Optional() @IsIn(DOWNLOAD_METHODS) method?: DownloadMethod;
}

export class MakeDownload extends DownloadWish {
  @IsIn(DOWNLOAD_OBJECTS) object_type: DownloadObject;
  @IsUUID() object_id: string;
}

/** Who has the address needs no other credential: it is as secret as the file. */
export interface DownloadLink {
  download_url: string;
  method: DownloadMethod;
  expires_at_micros: Integer;
}

export class OpenDownload {
  @IsString() @MaxLength(MAX_DOWNLOAD_TOKEN_CHARS) token: string;
  @IsIn(DOWNLOAD_METHODS) method: DownloadMethod;
}

export interface OpenedDownload {
  object_type: DownloadObject;
  object_id: string;
  /** Of the caller who made the link, as they are now. */
  context: IamContext;
  signed: string;
}

/** The caller says with their own credential that the object is there: what is signed is not looked up here. */
export const makeDownload = rpc<DownloadLink>()('svc.iam.downloads.make', MakeDownload, QUERY_ACCESS, {
  audit: 'recorded',
});
/**
 * `unauthorized` for whatever was not made here, is over or is used with another method, and for a link whose maker may not
 * read the object any more.
 */
export const openDownload = rpc<OpenedDownload>()('svc.iam.downloads.open', OpenDownload, 'internal', {
  audit: 'recorded',
});
