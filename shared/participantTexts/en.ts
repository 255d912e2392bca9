import { enAnswers } from './enAnswers.ts';

/**
 * Casebook's own texts on participants' pages, in English; the other languages have the same names. Names in
 * braces are filled in. A text in two forms, `…One` and `…Many`, is about a count.
 */
export const en = {
  // Buttons and words that several pages have.
  continue: 'Continue',
  begin: 'Begin',
  submit: 'Submit',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  question: 'Question',
  practice: 'Practice',
  answersSafe: 'Your earlier answers are safe.',
  closeWindow: 'You can close the window now.',
  keyControl: 'Ctrl',
  keyAlt: 'Alt',
  keyEnter: 'Enter',
  minutesOne: '{count} minute',
  minutesMany: '{count} minutes',
  secondsOne: '{count} second',
  secondsMany: '{count} seconds',
  minutesAndSeconds: '{minutes} {seconds}',

  // While nothing can be shown yet, or not now.
  loading: 'Loading',
  loadingStudies: 'Loading your studies',
  loadingPosition: 'Loading your position',
  studiesUnreadable: 'Your studies could not be read',
  studyUnreadable: 'The study could not be read',
  awayTitle: 'The study is not available right now',
  awayText:
    'Your earlier answers are safe. Tell the person who runs the study, and continue once it is open again.',
  takenOverTitle: 'You are continuing in another window',
  takenOverText:
    'This window has stopped, so that your answers do not get mixed up. Go on in the other window. If it is closed, or you prefer this one, continue here.',
  continueHere: 'Continue here',

  // The list of studies, and ways out that do not end one.
  chooseStudy: 'Choose a study',
  studies: 'Studies',
  myStudies: 'My studies',
  endTrial: 'End the try-out',
  backToCasebook: 'Back to Casebook',
  noStudyTitle: 'No study is open for you',
  noStudyText: 'Ask the person who invited you to enrol you in an open study.',
  stateWaiting: 'Not begun',
  stateSitting: 'Begun: continue where you stopped',
  stateFinished: 'Finished',
  stateWithdrawn: 'Left early',
  stateClosed: 'Closed: you can no longer answer',

  // The line above every page.
  trialMark: 'Try-out: Casebook keeps none of this',
  practiceMark: 'Practice: does not count',
  previewMark: 'Preview: nothing is kept',
  progress: 'Progress',
  progressOf: '{done} of {total}',
  timeLeft: '{time} left',
  leave: 'Leave…',
  leaveTitle: 'Leave the study for good?',
  leaveTimeRuns: 'The time for this question keeps running while you decide, and while the window is closed.',
  leaveRest: 'To rest, close the window instead: you return to this step.',
  leaveKept:
    'Leaving ends the study for you. Casebook keeps your answers, marked as left early. You cannot continue later.',
  leaveDeleted:
    'Leaving ends the study for you. Casebook deletes all your answers. You cannot continue later.',
  leaveForGood: 'Leave for good',

  // Consent.
  consentTitle: 'Before you begin',
  consentRecorded:
    'Casebook records your answers and the time for each. It also records how often and how long this window was not in front. You can leave at any time.',
  consentKept: 'If you leave early, Casebook keeps the answers that you have given, marked as left early.',
  consentDeleted: 'If you leave early, Casebook deletes all your answers.',
  agree: 'I agree',
  disagree: 'I do not agree',
  notNow: 'Not now',
  notNowText:
    'Casebook recorded nothing. You can close the window and return later. The study begins when you agree.',
  readAgain: 'Read it again',

  // Pages that are only read.
  instructionsTitle: 'How it works',
  instructions: 'One question at a time. An answer is locked once you submit it.',
  timeLimit:
    'You have {time} for each question. The time left is shown at the top; what you have entered by then is submitted.',
  startTitle: 'The study begins',
  start: 'Practice is over. From now on your answers count, and you no longer see whether they are right.',
  secondPassTitle: 'The second part',
  secondPass:
    'You have answered the first question about every image. Some images now come again, with more questions about each. Your earlier answers stay as they are.',
  breakTitle: 'A break',
  break: 'Take a break if you like. Continue when you are ready; this time does not count.',
  pausedTitle: 'Paused',
  paused:
    'The time for the last two questions ran out and nothing was entered, so the session is paused. Press Continue when you are ready: the next question and its time begin then.',

  // A question.
  extraQuestion: 'An extra question',
  imageOfQuestion: 'The image of this question',
  imagesOfQuestion: 'The images of this question',
  imageLoading: 'The image is still loading.',
  tooSoon: 'Ignored: the question was not on screen yet.',
  earlierTitle: 'Answered before',
  earlierLabel: 'Answered before, locked',
  submitLocks: 'Submitting locks the answer: you cannot change it afterwards.',
  submitReturns: 'From the next question, Back leads to this answer: you can still change it there.',
  hiddenTitle: 'The question is hidden',
  hiddenAway: 'You see it only while this window is in front.',
  hiddenLeaving: 'You see it again if you stay.',
  hiddenTimeRuns: 'Its time is still running.',
  hiddenTimePaused: 'Its time is paused. Casebook keeps your entries.',
  hiddenKept: 'Casebook keeps your entries.',
  showQuestion: 'Show the question',

  // After an item of practice.
  feedback: 'Feedback',
  feedbackTitle: 'Expected answer',
  imageOfPractice: 'The image of this practice item',
  yourAnswer: 'Your answer',
  expected: 'Expected',
  compareYourself: 'Compare for yourself.',
  asExpected: 'As expected',
  notAsExpected: 'Not as expected',

  // The last page.
  endTitle: 'Thank you',
  endStored: 'All your answers are stored.',
  studyClosedTitle: 'The study is closed',
  studyClosedText: 'Your answers are kept. Thank you.',
  leftTitle: 'You have left the study',
  releasedTitle: 'Your place has gone to somebody else',
  releasedText: 'You were away for a long time, so your part in the study has ended.',
  panelEndedTitle: 'Your part in the study has ended',
  panelEndedText: 'The service that sent you here has ended it.',
  withdrawnKept: 'Your earlier answers are stored and marked as left early. There are no more questions.',
  withdrawnDeleted: 'Your answers have been deleted. There are no more questions.',
  toWriteFile: 'One step remains: write them to a file and send it back.',
  overNetwork:
    'They go to the study’s team over the network. Close the casebook once everything is exchanged.',
  codeTitle: 'Your code',
  codeText: 'Enter this code where you came from.',
  copyCode: 'Copy the code',
  copied: 'Copied',
  notCopied: 'The code was not copied. Select it and copy it yourself.',
  returnNow: 'Return now',
  returnsInOne: 'You return to where you came from in {count} second.',
  returnsInMany: 'You return to where you came from in {count} seconds.',
  stayHere: 'Stay here',
  staysHere: 'This page stays open. Return when you are ready.',
  wouldReturn: 'A participant would return to: {address}',

  // How the answers of a package go back.
  yourAnswers: 'Your answers',
  sendBack: 'Send it back',
  writeFile: 'Write file to send back',
  writeFileText:
    'One file with your answers. You can send later answers again; Casebook counts nothing twice.',
  fileName: '{title} from {person}',
  closeCasebook: 'Close the casebook',
  closePackage: 'Close the package',
  packageNotClosed: 'The package was not closed',

  // What does not work just now.
  restartedTitle: 'The study was restarted',
  restartedText: 'Open your personal link again in this tab. Your answer is kept on this page and sent then.',
  notReceivedTitle: 'Casebook has not received this yet',
  notReceivedText: 'This page keeps your entries and sends them again automatically. Leave the window open.',
  sendNow: 'Send now',
  refusedTitle: 'Casebook refused this entry',
  refusedText: 'This page keeps your entries.',
  onlyHereTitle: 'Your entries are only on this page',
  onlyHereText: 'This page keeps them and stores them as soon as possible. Leave the window open.',
  whyUnreachable: 'There is no connection to the study.',
  whyRestarted: 'The study was restarted. Open your link again.',
  whyNotStored: 'The study cannot store anything right now.',
  whyNotThere: 'The study is not available right now.',
  whyForbidden: 'You can no longer answer in this study.',
  whyMovedOn: 'The study has moved on. Continue with the question that is shown now.',
  whyInvalid: 'The answer does not fit the question. Change it, then submit it again.',
  whyDefect: 'Something went wrong in the program that runs the study.',

  // Arriving by a study link.
  arriveUnreadable: 'The study could not be opened',
  arriveSafe: 'Nothing is lost. Try again, or open the link again later.',
  arriveNotSent: 'This did not arrive',
  arriveAgain: 'Nothing is lost. Please try again.',
  deviceTitle: 'This study needs another device',
  deviceSmall: 'The screen of this device is too small. The study needs {width} × {height} pixels or more.',
  deviceTouch: 'You draw on images in this study. That needs a mouse or a trackpad.',
  deviceAdvice: 'Open the same link on a computer. Your invitation stays valid.',
  declinedTitle: 'Thank you for your time',
  declinedText:
    'You did not agree, so the study does not begin and no answers are recorded. You can close the window, or read the text again and agree.',
  screeningTitle: 'A few questions first',
  screeningText: 'Your answers show whether you can take part. You cannot change them afterwards.',
  screeningMissing: 'Answer every question to continue.',
  screenedOutTitle: 'Thank you for your interest',
  screenedOutText: 'This study is looking for other participants. You cannot take part in it.',
  readyTitle: 'Ready to begin',
  readyText: 'Your place in the study is kept from the moment you choose Begin.',
  crowdTitle: 'Many people are starting right now',
  crowdText: 'You will get a place within a minute. Leave this page open: the study then begins by itself.',
  fullTitle: 'All places are taken',
  fullText:
    'A place may become free. This page asks again every 20 seconds; leave it open, or come back later.',
  closedTitle: 'The study is closed',
  closedText: 'It is not taking participants at the moment. You can close the window.',
  overTitle: 'Your part in the study has ended',
  overText:
    'You gave up your place, or the service that sent you here ended your part. You can close the window.',
  previewTitle: 'End of the preview',
  previewText:
    'Nothing was kept, and no place was taken. From here on a participant reads the instructions below and begins.',
  admitted: 'The study is opening',

  ...enAnswers,
} as const;

/** The name of one of Casebook's own texts on participants' pages. */
export type ParticipantText = keyof typeof en;
/** All of them in one language. */
export type ParticipantTexts = Readonly<Record<ParticipantText, string>>;
