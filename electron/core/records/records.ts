import { createAnnotationStore } from './annotations.ts';
import { createAnswerDevices } from './answerDevices.ts';
import { createArrivalRows } from './arrivals.ts';
import { createAskedItems } from './askedItems.ts';
import type { Casebook } from './casebook.ts';
import { createConflictStore } from './conflicts.ts';
import { createIsOfDecision } from './decisionDrafts.ts';
import { createDeletions } from './deletions.ts';
import { createImportedRows } from './importedRows.ts';
import { createLines } from './editionLines.ts';
import { createDevice } from './device.ts';
import { createEarlier } from './earlier.ts';
import { createEarlierGoldShown } from './earlierGoldShown.ts';
import { createHubRecords } from './hub.ts';
import { openImages } from './images.ts';
import { createItemRows } from './itemRows.ts';
import { createJudgedAnswers } from './judgedAnswers.ts';
import { createLog } from './log.ts';
import { createModels } from './models.ts';
import { createOwnDecisions } from './ownDecisions.ts';
import { createPeople } from './people.ts';
import { createAcceptance } from './acceptance.ts';
import { createRatingsReader } from './ratings.ts';
import { createSeenImages, createShownNames } from './seenImages.ts';
import { createSettings } from './settings.ts';
import { createSignOffs } from './signOff.ts';
import { createStudySessionRows } from './studySessions.ts';
import { createStudySessionSteps } from './studySteps.ts';
import { createWebAccessRows } from './webAccess.ts';
import { createWording } from './wording.ts';

/** What a casebook keeps, each part made once, when it is first asked for. */
export type Records = ReturnType<typeof createRecords>;

/** An open casebook with its records. */
export interface RecordedCasebook extends Casebook {
  readonly records: Records;
}

/** Makes something when it is first asked for, and gives the same from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The records of an open casebook. Opening it prepares nothing: a statement is prepared when its part is first needed. */
export function createRecords(casebook: Casebook) {
  const { database } = casebook;
  const log = once(() => createLog(casebook));
  const settings = once(() => createSettings(casebook, log()));
  const device = once(() => createDevice(casebook.database));
  const people = once(() => createPeople(casebook, log(), device()));
  const models = once(() => createModels(casebook));
  const itemRows = once(() => createItemRows(casebook));
  const annotations = once(() => createAnnotationStore(casebook));
  const ratings = once(() => createRatingsReader(database));
  const signOffs = once(() => createSignOffs(database));
  const acceptance = once(() => createAcceptance(casebook, settings()));
  const mayDecideOwn = once(() => createOwnDecisions(database));
  const showsEarlierGold = once(() => createEarlierGoldShown(database));
  const isOfDecision = once(() => createIsOfDecision(database));
  const askedItems = once(() => createAskedItems(casebook));
  const wording = once(() => createWording(casebook));
  const editionLines = once(() => createLines(database));
  const judgedAnswers = once(() => createJudgedAnswers(casebook));
  const shownNames = once(() => createShownNames(database));
  const seenImages = once(() => createSeenImages(database, shownNames()));
  const studySessions = once(() => createStudySessionRows(database));
  const arrivals = once(() => createArrivalRows(database));
  const studySteps = once(() => createStudySessionSteps(casebook, studySessions()));
  const conflicts = once(() => createConflictStore(casebook));
  const deletions = once(() => createDeletions(casebook));
  const importedRows = once(() => createImportedRows(casebook));
  const images = once(() => openImages(casebook));
  const hub = once(() => createHubRecords(casebook));
  const earlier = once(() => createEarlier(casebook.database, () => hub().link()));
  const answerDevices = once(() => createAnswerDevices(database));
  const webAccess = once(() => createWebAccessRows(casebook));
  return {
    /** Whose device it is. */
    get device() {
      return device();
    },
    /** The link to a team hub, and what waits for it. */
    get hub() {
      return hub();
    },
    /** What devices sent to the hub before it checked roles. */
    get earlier() {
      return earlier();
    },
    /** From which computers the answers of open conflicts came. */
    get answerDevices() {
      return answerDevices();
    },
    /** Appends to the log. */
    get log() {
      return log();
    },
    get settings() {
      return settings();
    },
    get people() {
      return people();
    },
    /** The id of a model, which becomes a person of the casebook when it is first named. */
    get models() {
      return models();
    },
    /** Items as imports find them. */
    get itemRows() {
      return itemRows();
    },
    get annotations() {
      return annotations();
    },
    get ratings() {
      return ratings();
    },
    get signOffs() {
      return signOffs();
    },
    /** Whether items may be accepted, as far as answers and the casebook's rule go. */
    get acceptance() {
      return acceptance();
    },
    /** Whether adjudicators may decide on their own answers. */
    get mayDecideOwn() {
      return mayDecideOwn();
    },
    /** Whether adjudicators see the earlier gold before they decide. */
    get showsEarlierGold() {
      return showsEarlierGold();
    },
    /** Whether a version is a decision between raters, or the draft of one. */
    get isOfDecision() {
      return isOfDecision();
    },
    /** Items that an open study asks about. */
    get askedItems() {
      return askedItems();
    },
    get wording() {
      return wording();
    },
    get editionLines() {
      return editionLines();
    },
    /** Answers as those who judge them read them. */
    get judgedAnswers() {
      return judgedAnswers();
    },
    /** Names of the images that an item shows. */
    get shownNames() {
      return shownNames();
    },
    /** Names of the images that a participant saw. */
    get seenImages() {
      return seenImages();
    },
    get studySessions() {
      return studySessions();
    },
    get studySteps() {
      return studySteps();
    },
    /** People who came by a study link. */
    get arrivals() {
      return arrivals();
    },
    /** Browsers that are signed in over the network. */
    get webAccess() {
      return webAccess();
    },
    /** Deletes items, and brings them back. */
    get deletions() {
      return deletions();
    },
    /** Which rows imports of answers added, and which of them were undone. */
    get importedRows() {
      return importedRows();
    },
    /** Conflicts of merging. */
    get conflicts() {
      return conflicts();
    },
    /** Image files and their threads, which are closed with `images.close()`. */
    get images() {
      return images();
    },
  };
}
