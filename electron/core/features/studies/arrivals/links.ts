import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { RecruitmentSettings } from '../../../../../shared/contract/recruitment.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { RecruitmentRecord } from '../../../records/studies/arrivals.ts';

/** The parameters of a study link, as they came. */
export type LinkParameters = Readonly<Record<string, string>>;

/**
 * Who came, by the parameters of a study link. Throws `invalid_input` without an id, `forbidden` if the id is not
 * proved to be theirs, `busy` if Prolific's keys cannot be fetched.
 */
export type LinkVisitor =
  /** Somebody looks at what participants see first. */
  | { readonly kind: 'preview' }
  /** The study knows nobody by an id. */
  | { readonly kind: 'nobody' }
  /** `own`: what somebody who comes again has to bring, of which a keyed hash is kept. */
  | { readonly kind: 'somebody'; readonly panelId: string; readonly own: readonly string[] };

/** What Prolific puts into links. */
const PROLIFIC = ['PROLIFIC_PID', 'STUDY_ID', 'SESSION_ID'] as const;
/** The same where Prolific signs it, by other names that stand for it. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  PROLIFIC_PID: ['participant_id'],
  STUDY_ID: ['study_id'],
  SESSION_ID: ['session_id', 'submission_id'],
};
const TOKENS = ['PROLIFIC_TOKEN', 'prolific_token', 'token'] as const;
/** The parameter with the check of a link that was made here. */
const CHECK = 'check';
const PREVIEW = 'preview';

/** How many parameters of a link are kept, and how long each may be. */
const MOST_PARAMETERS = 20;
const LONGEST = 500;

/** Where Prolific publishes the keys that it signs links with (docs.prolific.com, "Retrieve JSON Web Key Set"). */
const PROLIFIC_KEYS = 'https://api.prolific.com/.well-known/study/jwks.json';
const A_DAY_MS = 24 * 60 * 60 * 1000;

/** Random text for links: 128 bits for a study, which hundreds are sent, 256 for a secret. */
export const randomText = (bytes: 16 | 32): string => randomBytes(bytes).toString('base64url');

/** The names of the parameters with ids, the participant's first. */
function idNames({ panel, idParameter }: RecruitmentSettings): readonly string[] {
  if (panel === 'none') return [];
  return panel === 'prolific' ? PROLIFIC : [idParameter];
}

/** Prolific's keys, fetched when they are first needed and then once a day. */
export function prolificKeys(address: string = PROLIFIC_KEYS): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(address), {
    cacheMaxAge: A_DAY_MS,
    cooldownDuration: 60_000,
    timeoutDuration: 10_000,
  });
}

/** A keyed hash of what somebody brought: it tells whether they bring the same again, and nothing else. */
export const linkHash = ({ secret }: RecruitmentRecord, own: readonly string[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['arrival', ...own]))
    .digest('base64url');

/** The check of a link for one id. */
const checkOf = ({ secret }: RecruitmentRecord, id: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['link', id]))
    .digest('base64url')
    .slice(0, 22);

/**
 * Who came, by the parameters of a study link. Throws in words: `invalid_input` where an id is missing, `forbidden` where
 * it is not known to be theirs, `busy` where Prolific's keys cannot be fetched.
 * @param audience the host of the public address, for which Prolific signs
 */
export async function identify(
  recruitment: RecruitmentRecord,
  parameters: LinkParameters,
  audience: string,
  keys: () => JWTVerifyGetKey,
): Promise<LinkVisitor> {
  const { settings } = recruitment;
  const names = idNames(settings);
  // Panels show researchers the link with the names of what they would fill in.
  const isPlaceholder = names.some((name) => /^\{\{.*\}\}$/u.test(parameters[name] ?? ''));
  if (parameters[PREVIEW] !== undefined || isPlaceholder) return { kind: 'preview' };
  const values = names.map((name) => (parameters[name] ?? '').trim());
  const [panelId] = values;
  if (panelId === undefined) return { kind: 'nobody' };
  if (values.some((value) => value === '' || value.length > LONGEST))
    throw new CasebookError(
      'invalid_input',
      'This link is not complete: it does not say whose it is.',
      'Open the study from the page or message that you were sent, not from a copied address.',
    );
  if (settings.check === 'links' && !isSame(parameters[CHECK] ?? '', checkOf(recruitment, panelId)))
    throw notTheirs();
  if (settings.check === 'prolific') await verifySigned(names, values, parameters, audience, keys());
  return { kind: 'somebody', panelId, own: settings.check === 'links' ? [panelId] : values };
}

/** The parameters as they are kept: the panel's, without what opens the link. */
export function keptParameters(parameters: LinkParameters): Record<string, string> {
  const secrets = new Set<string>([CHECK, ...TOKENS]);
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => !secrets.has(name) && name.length <= 100)
      .slice(0, MOST_PARAMETERS)
      .map(([name, value]) => [name, value.slice(0, LONGEST)]),
  );
}

/** A study's link, with what the panel fills in. */
export function studyLink(network: { readonly url: string }, { token, settings }: RecruitmentRecord): string {
  const base = `${network.url}/s/${token}`;
  if (settings.panel === 'prolific')
    return `${base}?${PROLIFIC.map((name) => `${name}={{%${name}%}}`).join('&')}`;
  return settings.panel === 'generic' && settings.check !== 'links'
    ? `${base}?${settings.idParameter}=`
    : base;
}

/** The link that shows a curator what participants see first. */
export const previewLink = (network: { readonly url: string }, { token }: RecruitmentRecord): string =>
  `${network.url}/s/${token}?${PREVIEW}=1`;

/** The link of one id of a list. */
export function personsLink(
  network: { readonly url: string },
  recruitment: RecruitmentRecord,
  id: string,
): string {
  const [name = recruitment.settings.idParameter] = idNames(recruitment.settings);
  const query = new URLSearchParams({ [name]: id, [CHECK]: checkOf(recruitment, id) });
  return `${network.url}/s/${recruitment.token}?${query.toString()}`;
}

async function verifySigned(
  names: readonly string[],
  values: readonly string[],
  parameters: LinkParameters,
  audience: string,
  keys: JWTVerifyGetKey,
): Promise<void> {
  const token = TOKENS.map((name) => parameters[name]).find((value) => value !== undefined);
  if (token === undefined) throw notTheirs();
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      requiredClaims: ['aud', 'exp'],
    });
    const isForHere = [payload.aud ?? []].flat().some((each) => hostOf(each) === audience);
    const claims = claimsOf(payload['prolific']);
    const isTheirs = names.every((name, place) =>
      [name, ...(ALIASES[name] ?? [])].some((alias) => claims.get(alias.toLowerCase()) === values[place]),
    );
    if (!isForHere || !isTheirs) throw notTheirs();
  } catch (error) {
    if (error instanceof CasebookError) throw error;
    if (error instanceof errors.JWTExpired)
      throw new CasebookError(
        'forbidden',
        'This link has expired.',
        'Nothing was recorded. Open the study again from the panel’s page.',
      );
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
      throw new CasebookError(
        'busy',
        'Casebook cannot check this link now: the panel’s keys could not be fetched.',
        'Nothing was recorded. Try the same link again in a minute.',
        { cause: error },
      );
    throw notTheirs();
  }
}

/** Prolific names "the domain of your tool": the host by itself, its address, or the whole study link. */
const hostOf = (audience: string): string => URL.parse(audience)?.host ?? audience;

function claimsOf(claim: unknown): Map<string, string> {
  if (typeof claim !== 'object' || claim === null) return new Map();
  return new Map(
    Object.entries(claim).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    ),
  );
}

const notTheirs = (): CasebookError =>
  new CasebookError(
    'forbidden',
    'This link was changed, or belongs to somebody else.',
    'Nothing was recorded. Open the study from the page or message that you were sent.',
  );

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
