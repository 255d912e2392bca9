/** Characters that LaTeX has a command for; mathematical ones are set in math mode. */
const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '‘': '`',
  '’': "'",
  '“': '``',
  '”': "''",
  '„': ',,',
  '–': '--',
  '—': '---',
  '…': '\\ldots{}',
  ß: '\\ss{}',
  æ: '\\ae{}',
  Æ: '\\AE{}',
  œ: '\\oe{}',
  Œ: '\\OE{}',
  ø: '\\o{}',
  Ø: '\\O{}',
  ł: '\\l{}',
  Ł: '\\L{}',
  ı: '\\i{}',
  '§': '\\S{}',
  '¶': '\\P{}',
  '©': '\\copyright{}',
  '£': '\\pounds{}',
  '¿': '?`',
  '¡': '!`',
};

const MATHEMATICS: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '\\times',
  '÷': '\\div',
  '±': '\\pm',
  '·': '\\cdot',
  '°': '^\\circ',
  '≤': '\\leq',
  '≥': '\\geq',
  '≠': '\\neq',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∼': '\\sim',
  '∝': '\\propto',
  '∞': '\\infty',
  '√': '\\surd',
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∂': '\\partial',
  '∇': '\\nabla',
  '∈': '\\in',
  '∉': '\\notin',
  '∩': '\\cap',
  '∪': '\\cup',
  '⊂': '\\subset',
  '⊃': '\\supset',
  '∅': '\\emptyset',
  '∀': '\\forall',
  '∃': '\\exists',
  '¬': '\\neg',
  '∧': '\\wedge',
  '∨': '\\vee',
  '→': '\\rightarrow',
  '←': '\\leftarrow',
  '↔': '\\leftrightarrow',
  '↑': '\\uparrow',
  '↓': '\\downarrow',
  '⇒': '\\Rightarrow',
  '•': '\\bullet',
  '†': '\\dagger',
  '¹': '^1',
  '²': '^2',
  '³': '^3',
  '½': '\\frac{1}{2}',
  '¼': '\\frac{1}{4}',
  '¾': '\\frac{3}{4}',
  µ: '\\mu',
  ...greek(
    'α',
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon phi chi psi omega',
  ),
  ...greek('Α', 'A B Gamma Delta E Z H Theta I K Lambda M N Xi O Pi P _ Sigma T Upsilon Phi X Psi Omega'),
};

/** Greek letters from the first on; those that look like Latin ones are these. */
function greek(first: string, names: string): Record<string, string> {
  const start = first.codePointAt(0) ?? 0;
  return Object.fromEntries(
    names
      .split(' ')
      .map((name, place) => [
        String.fromCodePoint(start + place),
        name.length === 1 ? `\\mathrm{${name}}` : `\\${name}`,
      ]),
  );
}

/** Accents that every LaTeX sets on any letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': "'",
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '=',
  '\u0306': 'u',
  '\u0307': '.',
  '\u0308': '"',
  '\u030a': 'r',
  '\u030b': 'H',
  '\u030c': 'v',
  '\u0327': 'c',
};

/** The command that shows what pdfLaTeX has no sign for: as it is where the engine can, else by its number. */
export const CHARACTER_COMMAND =
  '\\providecommand{\\casebookchar}[2]{\\ifdefined\\XeTeXversion#1\\else\\ifdefined\\directlua#1\\else\\texttt{U+#2}\\fi\\fi}';

/**
 * Text that LaTeX shows as it is, on one line, with pdfLaTeX and no other package: Greek letters, signs and accents by
 * their commands, everything else (猫) by {@link CHARACTER_COMMAND}.
 */
export function latexText(text: string): string {
  const shown = text.replaceAll(/\s+/gu, ' ').replaceAll(/[\u200B-\u200F\u2060\uFEFF\p{Cc}]/gu, '');
  return Array.from(shown, characterInLatex).join('');
}

function characterInLatex(character: string): string {
  const sign = SIGNS[character];
  if (sign !== undefined) return sign;
  if (/^[ -~]$/u.test(character)) return character;
  const mathematics = MATHEMATICS[character];
  if (mathematics !== undefined) return `\\ensuremath{${mathematics}}`;
  const [letter = '', accent = '', ...more] = character.normalize('NFD');
  const command = ACCENTS[accent];
  if (command !== undefined && more.length === 0 && /^[A-Za-z]$/u.test(letter)) {
    return `\\${command}{${letter === 'i' || letter === 'j' ? `\\${letter}` : letter}}`;
  }
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `\\casebookchar{${character}}{${number}}`;
}
