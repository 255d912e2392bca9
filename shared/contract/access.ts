import { z } from 'zod';
import { OVERSEEING } from '../domain/status.ts';
import {
  type AccessTree,
  allow,
  ANYBODY,
  CURATORS,
  EVERYBODY,
  named,
  only,
  OWNERS,
  TEAM,
  uploads,
} from './accessRules.ts';
import { ImportRequest } from './importExport.ts';
import type { Contract } from './index.ts';

/** For curators, wherever they are. */
const curators = (what: string) => only(CURATORS, what, 'anywhere');
/** For curators who use files or the network of the machine. */
const curatorsThere = (what: string) => only(CURATORS, what, 'signedIn');
const adjudicators = (what: string) => only(['adjudicator'], what, 'anywhere');
const overseers = (what: string) => only(OVERSEEING, what, 'anywhere');
const owners = (what: string) => only(OWNERS, what, 'anywhere');
const judges = only(['judge'], 'Judging answers', 'anywhere');
const team = allow(TEAM, 'anywhere');
const takingPart = allow(EVERYBODY, 'anywhere');
const arriving = allow(['arrival'], 'anywhere');

const AGREEMENT = curators('Measuring agreement');
const DISAGREEMENTS = only(['adjudicator', 'curator'], 'The queue of disagreements', 'anywhere');
const VERDICTS = only(['adjudicator', 'curator'], 'The queue of disagreements between judges', 'anywhere');
const GUIDELINES = only(['curator'], 'Changing guidelines', 'anywhere');
const RESULTS = curators('Viewing the results');
const PROPOSALS = curators('Viewing verified proposals');
const IMAGES = curators('Making images');
const IMAGES_THERE = curatorsThere('Making images');
const QUESTIONS = 'Building questions';
const JUDGE = 'Running an LLM judge';
const SETTING_UP = curators('Setting up studies');
const MANAGING = curators('Managing studies');
const ENROLLING = curators('Enrolling participants');
const RECRUITING = curators('Recruiting participants');
const LINKS = curators('Making links');
const UNDOING = curators('Undoing changes');
const IMPORTING = 'Importing';
/** What somebody says who wants to see the machine's folders in a casebook that is not theirs. */
const CLOSE_FIRST = 'To open another casebook or a package, close this one first.';
/** Calls that change which casebook is open, on a machine that everybody in front of it may use. */
const opening = allow([...ANYBODY, 'owner'], 'machine');

/**
 * Who may make each call of the contract, and from where. A call that is not here does not compile, and is refused to
 * everybody.
 */
export const access = {
  application: {
    state: allow([...ANYBODY, 'participant'], 'anywhere'),
    saveSettings: allow(ANYBODY, 'anywhere'),
    recentPicture: allow(ANYBODY, 'machine'),
    forgetRecent: allow(ANYBODY, 'machine'),
    // Without a dialog of the system, only those who may browse.
    choosePath: opening,
    browse: {
      ...only([...OWNERS, 'start'], 'Browsing this computer’s folders', 'machine'),
      instead: CLOSE_FIRST,
    },
    stage: { ...allow(ANYBODY, 'anywhere'), what: 'Uploading files', invited: OVERSEEING },
    diagnostics: {
      ...only([...OWNERS, 'start'], 'Reading the program’s log', 'signedIn'),
      instead: CLOSE_FIRST,
    },
    notices: allow(ANYBODY, 'anywhere'),
    reportError: allow([...ANYBODY, 'participant'], 'anywhere'),
  },
  casebooks: {
    create: allow(ANYBODY, 'machine'),
    open: opening,
    openSample: allow(ANYBODY, 'machine'),
    openPackage: opening,
    close: opening,
    rename: curators('Renaming the casebook'),
    saveVocabulary: curators('Changing the vocabulary'),
    changes: curators('Following changes'),
    foreignNames: team,
    settings: team,
    saveSettings: curators('Changing the settings'),
    check: curators('Checking the casebook'),
    backup: curatorsThere('Making a backup'),
    // Also the person whose device or package it is; not those who take part in its study.
    backups: only([...OWNERS, 'start'], 'Viewing the backups', 'signedIn'),
    // It can open another casebook.
    restore: only([...OWNERS, 'start'], 'Restoring a backup', 'machine'),
  },
  items: {
    list: team,
    counts: team,
    get: team,
    neighbours: team,
    setStatus: curators('Setting the status of items'),
    setStatusOfMany: curators('Setting the status of items'),
    acceptance: curators('Accepting items'),
    tag: curators('Tagging items'),
    previewDeletion: curators('Deleting items'),
    delete: curators('Deleting items'),
    setSplit: curators('Setting the split of items'),
    divide: curators('Setting the split of items'),
    views: team,
    saveViews: curators('Saving views'),
  },
  images: {
    get: team,
    derive: overseers('Cropping and redacting'),
    add: only(OVERSEEING, 'Adding images', named('path')),
    similar: team,
  },
  annotations: {
    open: team,
    edit: team,
    undo: team,
    redo: team,
    submit: team,
    versions: team,
    version: team,
    restore: team,
    skip: team,
    signOffMany: curators('Signing many items off'),
  },
  importExport: {
    formats: curators('Importing and exporting'),
    recognise: only(CURATORS, IMPORTING, named('path')),
    import: only(
      CURATORS,
      IMPORTING,
      uploads(ImportRequest, ({ source, imagesFolder, judge, link }) =>
        // Uploads are deleted when the program ends, so a reference to one would break.
        link ? null : [source, imagesFolder, judge?.instructions],
      ),
    ),
    export: curatorsThere('Exporting'),
    attach: only(CURATORS, 'Attaching images', named('folder')),
  },
  history: { list: team, undo: UNDOING, undoOfMany: UNDOING },
  people: {
    // Who has to say who they are chooses from it.
    list: allow([...TEAM, 'nobody'], 'anywhere'),
    pseudonyms: overseers('Copying and saving figures'),
    add: curators('Adding people'),
    update: curators('Changing names and roles'),
    setAside: curators('Setting people aside'),
    workAs: allow([...TEAM, 'nobody'], 'anywhere'),
  },
  assignments: {
    assign: curators('Assigning items'),
    withdraw: curators('Withdrawing assignments'),
    progress: team,
    mine: team,
  },
  adjudications: {
    queue: DISAGREEMENTS,
    counts: DISAGREEMENTS,
    acceptance: DISAGREEMENTS,
    look: DISAGREEMENTS,
    open: adjudicators('Deciding between raters'),
    release: adjudicators('Deciding between raters'),
    decide: adjudicators('Deciding between raters'),
    reopen: adjudicators('Reopening a decision'),
    acceptUnanimous: adjudicators('Accepting what raters agree on'),
  },
  agreement: { choices: AGREEMENT, figures: AGREEMENT, items: AGREEMENT, boxes: AGREEMENT },
  proposals: { report: PROPOSALS, items: PROPOSALS },
  comments: { list: team, add: team, resolve: team, remove: team },
  guidelines: { list: team, add: GUIDELINES, remove: GUIDELINES },
  hub: {
    state: allow([...TEAM, 'owner'], 'anywhere'),
    refusals: only([...OVERSEEING, 'owner'], 'Viewing what was refused', 'anywhere'),
    dismiss: owners('Dismissing what was refused'),
    // The host's machine sends a request.
    look: allow([...ANYBODY, 'owner'], 'signedIn'),
    connect: only(OWNERS, 'Connecting to a hub', 'signedIn'),
    join: opening,
    exchange: owners('Starting a hub exchange'),
    pause: owners('Pausing the hub exchange'),
    disconnect: only(OWNERS, 'Disconnecting from the hub', 'signedIn'),
    include: curators('Including what came in late'),
    earlier: curators('Viewing what came in before roles were checked'),
    markEarlier: curators('Marking what came in before roles were checked'),
    invite: curators('Inviting people to the hub'),
    people: overseers('Viewing who is connected'),
    revoke: curators('Revoking devices'),
  },
  merging: {
    package: only(OWNERS, 'Making packages', 'signedIn'),
    merge: only(
      CURATORS,
      'Merging',
      uploads(z.object({ sources: z.array(z.string()) }), ({ sources }) => sources),
    ),
    conflicts: curators('Resolving conflicts'),
    ownConflicts: team,
    resolve: curators('Resolving conflicts'),
  },
  studies: {
    options: SETTING_UP,
    list: MANAGING,
    get: MANAGING,
    preview: SETTING_UP,
    save: SETTING_UP,
    open: curators('Opening studies'),
    close: curators('Closing studies'),
    reopen: curators('Opening studies'),
    remove: curators('Removing studies'),
    participants: curators('Managing participants'),
    board: curators('Watching studies'),
    enrol: ENROLLING,
    enrolNew: ENROLLING,
    unenrol: curators('Cancelling enrolments'),
    exclude: curators('Excluding participants'),
    include: curators('Including participants'),
    erase: curators('Deleting participants’ answers'),
    link: LINKS,
    tryOut: curators('Trying out studies'),
    translations: SETTING_UP,
    translationTable: SETTING_UP,
    translate: SETTING_UP,
    candidates: ENROLLING,
    report: curatorsThere('Writing reports of studies'),
  },
  studySessions: {
    mine: takingPart,
    look: takingPart,
    consent: takingPart,
    proceed: takingPart,
    answer: takingPart,
    keep: takingPart,
    back: takingPart,
    present: takingPart,
    withdraw: takingPart,
  },
  arrivals: { look: arriving, consent: arriving, screen: arriving, begin: arriving },
  recruitment: {
    get: RECRUITING,
    initial: RECRUITING,
    save: RECRUITING,
    renewLink: LINKS,
    links: LINKS,
    releaseCrowd: curators('Managing participants'),
    panelStatus: curators('Managing participants'),
    forgetIds: curators('Deleting ids'),
  },
  webAccess: {
    address: curators('Inviting people over the network'),
    sessions: curators('Seeing who is signed in'),
    invite: curators('Inviting people over the network'),
    revoke: curators('Signing browsers out'),
    signOut: team,
  },
  responses: { respondents: curators('Viewing who answered'), list: curators('Viewing answers') },
  judging: {
    criteria: only(['judge', 'curator', 'adjudicator'], 'Viewing how answers are judged', 'anywhere'),
    preview: curators('Assigning judging'),
    assign: curators('Assigning judging'),
    withdraw: curators('Assigning judging'),
    list: curators('Assigning judging'),
    mine: judges,
    cards: judges,
    give: judges,
    skip: judges,
  },
  verdicts: {
    queue: VERDICTS,
    counts: VERDICTS,
    case: VERDICTS,
    decide: adjudicators('Deciding between judges'),
    decideAll: adjudicators('Deciding between judges'),
    reopen: adjudicators('Reopening a decision'),
    judges: curators('The list of judges'),
    agreement: curators('Measuring agreement of judges'),
    effects: curators('Viewing a judge’s effect'),
  },
  judgeRuns: {
    state: curatorsThere(JUDGE),
    enable: curatorsThere(JUDGE),
    saveKey: curatorsThere(JUDGE),
    preview: curatorsThere(JUDGE),
    test: curatorsThere(JUDGE),
    start: curatorsThere(JUDGE),
    resume: curatorsThere(JUDGE),
    stop: curators(JUDGE),
    list: curators(JUDGE),
    watch: curators(JUDGE),
    calls: curators(JUDGE),
  },
  metrics: {
    choices: RESULTS,
    report: RESULTS,
    agreement: RESULTS,
    compare: RESULTS,
    behind: RESULTS,
    items: RESULTS,
    saveParameters: curators('Changing the parameters'),
  },
  validation: {
    overview: overseers('The overview of validation'),
    toFix: overseers('The list of fixes'),
    case: overseers('Fixing an item'),
    fix: overseers('Fixing an item'),
    editions: overseers('Viewing the editions of an item'),
    funnel: overseers('The funnel'),
    consistency: curators('The consistency of raters'),
  },
  health: { report: curators('The health report') },
  imageGeneration: {
    options: IMAGES,
    previewWords: IMAGES_THERE,
    words: IMAGES_THERE,
    census: IMAGES,
    previewVariants: IMAGES,
    variants: IMAGES_THERE,
  },
  querySets: {
    kinds: curators(QUESTIONS),
    build: curatorsThere(QUESTIONS),
    add: curatorsThere(QUESTIONS),
  },
} as const satisfies AccessTree<Contract>;
