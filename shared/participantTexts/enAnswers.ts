/** The texts of fields, images and boxes, in English. */
export const enAnswers = {
  // Choices and texts.
  yes: 'Yes',
  no: 'No',
  keyYes: 'Y',
  keyNo: 'N',
  severalRight: 'More than one can be right.',
  textSetAside: 'Not part of your answer while the choice below is selected.',
  textTooLong:
    'Your answer did not change: with this text it would be longer than {most} characters. Shorten it.',
  missingText: 'Write an answer.',
  missingTextOrChoice: 'Write an answer, or choose the one below it.',
  missingYesNo: 'Choose yes or no.',
  missingChoice: 'Choose one.',
  missingChoices: 'Choose at least one.',
  missingCell: 'Choose a field on the image.',
  missingBoxes: 'Draw at least one box, or say that there is nothing.',
  missingLabels: 'Not answered yet: {labels}. Draw a box, or say that it is not there.',
  missingPairsOne: 'One text has no image yet.',
  missingPairsMany: '{count} texts have no image yet.',

  // Answers in words, as they are shown again.
  wordsNotThere: 'not there',
  wordsNone: '(no answer)',
  wordsUnknown: '(not recorded)',

  /** Between several names in a row. */
  listSeparator: ', ',

  // A field of a grid.
  cellHint: 'Click a field of the grid, or use the arrow keys while the image has focus.',
  cellLabel: 'Field of the grid',
  numberRefused: 'Enter a whole number from 1 to {most}.',
  cellRow: 'Row',
  cellColumn: 'Column',
  cellName: 'Row {row}, column {column}',
  cellTopLeft: 'Top left',
  cellTopRight: 'Top right',
  cellBottomLeft: 'Bottom left',
  cellBottomRight: 'Bottom right',
  cellNone: 'No field is chosen yet.',
  cellChosen: '{cell} is chosen.',
  cellMark: 'chosen',

  // Texts and images that belong together.
  matchingHint:
    'Choose an image for each text: click it, or press its number. The marked text is next; press another letter to mark that text.',
  matchingLabel: 'Image for text {key}: {text}',

  // Boxes.
  boxesHint:
    'Press {draw} and drag on the image. Without a mouse: {enter} while the image has focus, then the arrow keys to move it, {alt} with them to resize it.',
  boxesMost: 'No more than {most}.',
  boxesLabel: 'Label of the box',
  boxesDrawn: 'Boxes drawn',
  boxNameless: 'Box',
  deleteBox: 'Delete box {number}',
  nothingToMark: 'There is nothing to mark',
  boxesFull: 'You can draw {most} at most. Delete or move one.',
  boxesDone: 'Nothing is left to draw. Move or resize a box, or delete it to redraw it.',
  nothingToDraw: 'There is nothing to draw here.',
  drawOnFirst: 'Draw boxes on the first image only.',
  onceLabel: 'Objects to find',
  onceHint:
    'Drag on the image to draw, even inside another box; click a box to move it. By keyboard: {draw} and the arrow keys, with {alt} for the size; {enter} keeps the box. {absent} says that it is not there.',
  onceSelected: 'Selected',
  onceDrawn: 'Drawn',
  onceAbsent: 'Not there',
  onceNow: 'Draw now',
  onceOpen: 'Open',
  onceIsAbsent: '{label} is not there',
  onceDelete: 'Delete the box of {label}',
  onceHasBox: '{label} has a box, now selected. Move or resize it, or delete it to redraw it.',
  onceDone: 'All answered. Check the boxes, then submit.',
  onceNext: 'Now draw: {label}.',

  // Tools above an image.
  tools: 'Image',
  newBox: 'New box',
  deleteSelectedBox: 'Delete the selected box',
  toolsHint: 'Wheel to zoom, drag to move',
  toolsHintDraw: 'Drag to draw, wheel to zoom, Space and drag to move',
  toolsHintTouch: 'Two fingers zoom, one moves the image',
  toolsHintTouchDraw: 'One finger draws, two move and zoom',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  wholeImage: 'Whole image',
  actualSize: 'Actual size',
  magnifier: 'Magnifier at the pointer',
  imageFailedTitle: 'The image could not be loaded',
  imageFailedText:
    'Nothing is lost, and your time is paused. Try again. If it keeps failing, tell the person who runs the study.',

  // What the image itself says, on it and to screen readers.
  canvasImage: 'Image',
  canvasImages: 'Image {names}',
  canvasRole: 'image with boxes',
  canvasLoading: 'Loading the image…',
  canvasFailed: 'This image could not be shown.',
  canvasChosen: 'Chosen',
  canvasBoxesOne: '{count} box',
  canvasBoxesMany: '{count} boxes',
  canvasSelected: '{count} selected',
  canvasSpoken: 'x {x}, y {y}, width {width}, height {height} pixels',
  canvasNothingSelected: 'Nothing selected',
  canvasBoxesSelectedOne: '{count} box selected',
  canvasBoxesSelectedMany: '{count} boxes selected',
  canvasBoxSelected: '{name}, box {place} of {total}, {box}',
  canvasDeleted: '{deleted} deleted, {left} left',
  canvasAdded: '{added} added: {name}, {box}',
  canvasLabelled: '{name}: {what}',
  canvasMoved: 'move: {what}',
  canvasResized: 'resize: {what}',
  canvasNudged: 'nudge: {what}',
  canvasDrawing: 'Drawing a box',
  canvasDrawingKept: 'Drawing boxes until Escape',
  canvasArmed: 'New box: drag or click two corners. Enter: use the keyboard. Esc: stop.',
  canvasKeyboard: 'Arrows move, Alt+arrows resize, Enter keeps, Esc cancels',
  canvasKeyboardNew: 'New box at {box}. {help}.',
  canvasResizes: 'Drag to resize the selected box; hold Shift to draw a new one.',
  canvasNothingToDrawOn: 'There is no image to draw on.',
  canvasReadOnly: 'You cannot change boxes here.',
  canvasWait: 'Wait for the image before drawing.',
  canvasLocked: 'This box is locked.',

  // What a benchmark says beside an item's own question: titles of steps, fixed answers.
  benchmarkClaim: 'The claim',
  benchmarkSee: 'What you can see',
  benchmarkMeans: 'What it means',
  benchmarkNoEvidence: 'There is no clear evidence.',
  benchmarkThere: 'What is there',
  benchmarkDo: 'What to do',
  benchmarkQuestion: 'Question',
  benchmarkReasoning: 'Reasoning',
  benchmarkMatching: 'Image matching',
  benchmarkPointing: 'Grid pointing',
  benchmarkPlaces: 'Attribute localisation',
  benchmarkUnknown: '(not known)',
} as const;

/** The texts of fields, images and boxes in one language. */
export type AnswerTexts = Readonly<Record<keyof typeof enAnswers, string>>;
