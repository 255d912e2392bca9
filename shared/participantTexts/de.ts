import { deAnswers } from './deAnswers.ts';
import type { ParticipantTexts } from './en.ts';

/** Casebook's own texts on participants' pages, in German. */
export const de: ParticipantTexts = {
  continue: 'Weiter',
  begin: 'Beginnen',
  submit: 'Abschicken',
  back: 'Zurück',
  cancel: 'Abbrechen',
  close: 'Schließen',
  tryAgain: 'Erneut versuchen',
  question: 'Frage',
  practice: 'Übung',
  answersSafe: 'Ihre bisherigen Antworten sind gespeichert.',
  closeWindow: 'Sie können das Fenster jetzt schließen.',
  keyControl: 'Strg',
  keyAlt: 'Alt',
  keyEnter: 'Enter',
  minutesOne: '{count} Minute',
  minutesMany: '{count} Minuten',
  secondsOne: '{count} Sekunde',
  secondsMany: '{count} Sekunden',
  minutesAndSeconds: '{minutes} {seconds}',

  loading: 'Wird geladen',
  loadingStudies: 'Ihre Studien werden geladen',
  loadingPosition: 'Ihr Stand wird geladen',
  studiesUnreadable: 'Ihre Studien konnten nicht geladen werden',
  studyUnreadable: 'Die Studie konnte nicht geladen werden',
  awayTitle: 'Die Studie ist gerade nicht verfügbar',
  awayText:
    'Ihre bisherigen Antworten sind gespeichert. Geben Sie der Person Bescheid, die die Studie leitet, und machen Sie weiter, sobald die Studie wieder geöffnet ist.',
  takenOverTitle: 'Sie machen in einem anderen Fenster weiter',
  takenOverText:
    'Dieses Fenster wurde angehalten, damit Ihre Antworten nicht durcheinandergeraten. Machen Sie im anderen Fenster weiter. Falls es geschlossen ist oder Sie lieber dieses verwenden, machen Sie hier weiter.',
  continueHere: 'Hier weitermachen',

  chooseStudy: 'Wählen Sie eine Studie',
  studies: 'Studien',
  myStudies: 'Meine Studien',
  endTrial: 'Probelauf beenden',
  backToCasebook: 'Zurück zu Casebook',
  noStudyTitle: 'Für Sie ist keine Studie geöffnet',
  noStudyText: 'Bitten Sie die Person, die Sie eingeladen hat, Sie in eine geöffnete Studie aufzunehmen.',
  stateWaiting: 'Noch nicht begonnen',
  stateSitting: 'Begonnen: Machen Sie dort weiter, wo Sie aufgehört haben',
  stateFinished: 'Abgeschlossen',
  stateWithdrawn: 'Vorzeitig beendet',
  stateClosed: 'Geschlossen: Sie können nicht mehr antworten',

  trialMark: 'Probelauf: Casebook speichert nichts davon',
  practiceMark: 'Übung: zählt nicht',
  previewMark: 'Vorschau: Nichts wird gespeichert',
  progress: 'Fortschritt',
  progressOf: '{done} von {total}',
  timeLeft: 'noch {time}',
  leave: 'Beenden …',
  leaveTitle: 'Möchten Sie die Studie endgültig beenden?',
  leaveTimeRuns:
    'Die Zeit für diese Frage läuft weiter, während Sie überlegen, und auch, wenn das Fenster geschlossen ist.',
  leaveRest:
    'Wenn Sie nur eine Pause machen möchten, schließen Sie einfach das Fenster: Sie kommen dann zu dieser Stelle zurück.',
  leaveKept:
    'Wenn Sie die Studie endgültig beenden, behält Casebook Ihre Antworten und vermerkt, dass Sie vorzeitig aufgehört haben. Sie können später nicht weitermachen.',
  leaveDeleted:
    'Wenn Sie die Studie endgültig beenden, löscht Casebook alle Ihre Antworten. Sie können später nicht weitermachen.',
  leaveForGood: 'Endgültig beenden',

  consentTitle: 'Bevor Sie beginnen',
  consentRecorded:
    'Casebook speichert Ihre Antworten und wie lange Sie für jede brauchen. Gespeichert wird auch, wie oft und wie lange dieses Fenster nicht im Vordergrund war. Sie können jederzeit aufhören.',
  consentKept:
    'Wenn Sie vorzeitig aufhören, behält Casebook die Antworten, die Sie schon gegeben haben, und vermerkt, dass Sie vorzeitig aufgehört haben.',
  consentDeleted: 'Wenn Sie vorzeitig aufhören, löscht Casebook alle Ihre Antworten.',
  agree: 'Ich stimme zu',
  disagree: 'Ich stimme nicht zu',
  notNow: 'Jetzt nicht',
  notNowText:
    'Casebook hat nichts gespeichert. Sie können das Fenster schließen und später wiederkommen. Die Studie beginnt, wenn Sie zustimmen.',
  readAgain: 'Noch einmal lesen',

  instructionsTitle: 'So funktioniert es',
  instructions: 'Sie sehen eine Frage nach der anderen. Was Sie abgeschickt haben, steht fest.',
  timeLimit:
    'Für jede Frage haben Sie {time} Zeit. Oben sehen Sie, wie viel davon noch bleibt. Was Sie bis dahin eingegeben haben, wird abgeschickt.',
  startTitle: 'Die Studie beginnt',
  start:
    'Die Übung ist vorbei. Ab jetzt zählen Ihre Antworten, und Sie erfahren nicht mehr, ob sie richtig sind.',
  secondPassTitle: 'Der zweite Teil',
  secondPass:
    'Sie haben die erste Frage zu jedem Bild beantwortet. Einige Bilder kommen jetzt noch einmal, mit weiteren Fragen dazu. Ihre bisherigen Antworten bleiben, wie sie sind.',
  breakTitle: 'Eine Pause',
  break:
    'Machen Sie eine Pause, wenn Sie möchten. Diese Zeit zählt nicht. Gehen Sie weiter, wenn Sie so weit sind.',
  pausedTitle: 'Angehalten',
  paused:
    'Bei den letzten beiden Fragen ist die Zeit abgelaufen, ohne dass etwas eingegeben wurde. Deshalb wurde die Studie angehalten. Drücken Sie auf „Weiter“, wenn Sie bereit sind: Erst dann beginnen die nächste Frage und ihre Zeit.',

  extraQuestion: 'Eine zusätzliche Frage',
  imageOfQuestion: 'Das Bild zu dieser Frage',
  imagesOfQuestion: 'Die Bilder zu dieser Frage',
  imageLoading: 'Das Bild wird noch geladen.',
  tooSoon: 'Nicht übernommen: Die Frage war noch nicht zu sehen.',
  earlierTitle: 'Bereits beantwortet',
  earlierLabel: 'Bereits beantwortet, nicht mehr änderbar',
  submitLocks: 'Mit dem Abschicken steht die Antwort fest: Sie können sie danach nicht mehr ändern.',
  submitReturns: 'Von der nächsten Frage führt „Zurück“ zu dieser Antwort: Dort können Sie sie noch ändern.',
  hiddenTitle: 'Die Frage ist verdeckt',
  hiddenAway: 'Sie sehen sie nur, solange dieses Fenster im Vordergrund ist.',
  hiddenLeaving: 'Sie sehen sie wieder, wenn Sie bleiben.',
  hiddenTimeRuns: 'Die Zeit dafür läuft weiter.',
  hiddenTimePaused: 'Die Zeit dafür ist angehalten. Casebook behält Ihre Eingaben.',
  hiddenKept: 'Casebook behält Ihre Eingaben.',
  showQuestion: 'Frage anzeigen',

  feedback: 'Rückmeldung',
  feedbackTitle: 'Erwartete Antwort',
  imageOfPractice: 'Das Bild zu dieser Übung',
  yourAnswer: 'Ihre Antwort',
  expected: 'Erwartet',
  compareYourself: 'Vergleichen Sie selbst.',
  asExpected: 'Wie erwartet',
  notAsExpected: 'Anders als erwartet',

  endTitle: 'Vielen Dank',
  endStored: 'Alle Ihre Antworten sind gespeichert.',
  studyClosedTitle: 'Die Studie ist geschlossen',
  studyClosedText: 'Ihre Antworten bleiben gespeichert. Vielen Dank.',
  leftTitle: 'Sie haben die Studie vorzeitig beendet',
  releasedTitle: 'Ihr Platz wurde neu vergeben',
  releasedText: 'Sie waren lange nicht da. Deshalb ist die Studie für Sie beendet.',
  panelEndedTitle: 'Die Studie ist für Sie beendet',
  panelEndedText: 'Der Dienst, über den Sie hierhergekommen sind, hat Ihre Teilnahme beendet.',
  withdrawnKept:
    'Ihre bisherigen Antworten sind gespeichert, mit dem Vermerk, dass Sie vorzeitig aufgehört haben. Es gibt keine weiteren Fragen.',
  withdrawnDeleted: 'Ihre Antworten wurden gelöscht. Es gibt keine weiteren Fragen.',
  toWriteFile: 'Ein Schritt fehlt noch: Schreiben Sie sie in eine Datei und schicken Sie diese zurück.',
  overNetwork:
    'Sie gehen über das Netz an das Team der Studie. Schließen Sie das Casebook, sobald alles ausgetauscht ist.',
  codeTitle: 'Ihr Code',
  codeText: 'Geben Sie diesen Code dort ein, woher Sie gekommen sind.',
  copyCode: 'Code kopieren',
  copied: 'Kopiert',
  notCopied: 'Der Code wurde nicht kopiert. Markieren Sie ihn und kopieren Sie ihn selbst.',
  returnNow: 'Jetzt zurückkehren',
  returnsInOne: 'In {count} Sekunde kehren Sie dorthin zurück, woher Sie gekommen sind.',
  returnsInMany: 'In {count} Sekunden kehren Sie dorthin zurück, woher Sie gekommen sind.',
  stayHere: 'Hier bleiben',
  staysHere: 'Diese Seite bleibt offen. Kehren Sie zurück, wenn Sie so weit sind.',
  wouldReturn: 'Teilnehmende würden hierhin zurückkehren: {address}',

  yourAnswers: 'Ihre Antworten',
  sendBack: 'Antworten zurückschicken',
  writeFile: 'Datei zum Zurückschicken schreiben',
  writeFileText:
    'Eine Datei mit Ihren Antworten. Spätere Antworten können Sie noch einmal schicken; Casebook zählt nichts doppelt.',
  fileName: '{title} von {person}',
  closeCasebook: 'Casebook schließen',
  closePackage: 'Paket schließen',
  packageNotClosed: 'Das Paket wurde nicht geschlossen',

  restartedTitle: 'Die Studie wurde neu gestartet',
  restartedText:
    'Öffnen Sie Ihren persönlichen Link noch einmal in diesem Tab. Ihre Antwort bleibt auf dieser Seite erhalten und wird dann gesendet.',
  notReceivedTitle: 'Casebook hat dies noch nicht erhalten',
  notReceivedText:
    'Diese Seite behält Ihre Eingaben und sendet sie von selbst noch einmal. Lassen Sie das Fenster offen.',
  sendNow: 'Jetzt senden',
  refusedTitle: 'Casebook hat diese Eingabe nicht angenommen',
  refusedText: 'Diese Seite behält Ihre Eingaben.',
  onlyHereTitle: 'Ihre Eingaben sind nur auf dieser Seite',
  onlyHereText: 'Diese Seite behält sie und speichert sie, sobald es geht. Lassen Sie das Fenster offen.',
  whyUnreachable: 'Es besteht keine Verbindung zur Studie.',
  whyRestarted: 'Die Studie wurde neu gestartet. Öffnen Sie Ihren Link noch einmal.',
  whyNotStored: 'Die Studie kann gerade nichts speichern.',
  whyNotThere: 'Die Studie ist gerade nicht verfügbar.',
  whyForbidden: 'Sie können in dieser Studie nicht mehr antworten.',
  whyMovedOn: 'Die Studie ist schon weiter. Machen Sie mit der Frage weiter, die jetzt angezeigt wird.',
  whyInvalid: 'Die Antwort passt nicht zur Frage. Ändern Sie sie und schicken Sie sie noch einmal ab.',
  whyDefect: 'In dem Programm, auf dem die Studie läuft, ist ein Fehler aufgetreten.',

  arriveUnreadable: 'Die Studie konnte nicht geöffnet werden',
  arriveSafe: 'Es ist nichts verloren. Versuchen Sie es noch einmal oder öffnen Sie den Link später wieder.',
  arriveNotSent: 'Das ist nicht angekommen',
  arriveAgain: 'Es ist nichts verloren. Bitte versuchen Sie es noch einmal.',
  deviceTitle: 'Für diese Studie brauchen Sie ein anderes Gerät',
  deviceSmall:
    'Der Bildschirm dieses Geräts ist zu klein. Die Studie braucht mindestens {width} × {height} Pixel.',
  deviceTouch: 'In dieser Studie zeichnen Sie auf Bildern. Dafür brauchen Sie eine Maus oder ein Touchpad.',
  deviceAdvice: 'Öffnen Sie denselben Link auf einem Computer. Ihre Einladung gilt weiter.',
  declinedTitle: 'Vielen Dank für Ihre Zeit',
  declinedText:
    'Sie haben nicht zugestimmt. Deshalb beginnt die Studie nicht, und es werden keine Antworten gespeichert. Sie können das Fenster schließen oder den Text noch einmal lesen und zustimmen.',
  screeningTitle: 'Zuerst ein paar Fragen',
  screeningText: 'Ihre Antworten zeigen, ob Sie teilnehmen können. Sie können sie danach nicht mehr ändern.',
  screeningMissing: 'Beantworten Sie alle Fragen, um weiterzugehen.',
  screenedOutTitle: 'Vielen Dank für Ihr Interesse',
  screenedOutText: 'Für diese Studie werden andere Personen gesucht. Sie können nicht daran teilnehmen.',
  readyTitle: 'Bereit zum Beginnen',
  readyText: 'Ihr Platz in der Studie ist reserviert, sobald Sie „Beginnen“ wählen.',
  crowdTitle: 'Gerade beginnen viele Personen',
  crowdText:
    'Ihr Platz kommt innerhalb einer Minute. Lassen Sie diese Seite offen: Die Studie beginnt dann von selbst.',
  fullTitle: 'Alle Plätze sind vergeben',
  fullText:
    'Vielleicht wird ein Platz frei. Diese Seite fragt alle 20 Sekunden nach; lassen Sie sie offen oder kommen Sie später wieder.',
  closedTitle: 'Die Studie ist geschlossen',
  closedText: 'Zurzeit wird niemand aufgenommen. Sie können das Fenster schließen.',
  overTitle: 'Die Studie ist für Sie beendet',
  overText:
    'Sie haben Ihren Platz aufgegeben, oder der Dienst, über den Sie hierhergekommen sind, hat Ihre Teilnahme beendet. Sie können das Fenster schließen.',
  previewTitle: 'Ende der Vorschau',
  previewText:
    'Es wurde nichts gespeichert und kein Platz vergeben. Teilnehmende lesen jetzt die folgende Anleitung und beginnen dann.',
  admitted: 'Die Studie wird geöffnet',

  ...deAnswers,
};
