import { accepts } from 'hono/accepts';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { forwardingPage, PLAIN_HEADERS, plainPage } from '../browser/plainPage.ts';

/** What a plain page says: what happened, and what to do. */
interface Words {
  readonly title: string;
  readonly text: string;
}

interface Catalogue {
  /** The link that leads on to the app. */
  readonly goOn: string;
  readonly notSignedIn: Words;
  readonly deactivated: Words;
  readonly noSuchLink: Words;
  readonly noSuchOwnerLink: Words;
  readonly noSuchStudy: Words;
  readonly notYourLink: Words;
  readonly tooOften: (seconds: number) => Words;
  readonly unavailable: Words;
  readonly signedIn: (name: string) => Words;
  readonly otherAddress: Words;
  readonly otherSite: Words;
  readonly unencrypted: Words;
}

/** A page by its name in the catalogue. */
export type PlainPage = Exclude<keyof Catalogue, 'goOn' | 'tooOften' | 'signedIn'>;

const en: Catalogue = {
  goOn: 'Continue',
  notSignedIn: {
    title: 'You are not signed in here',
    text: 'Open the link that you were sent, in this browser. If it does not work any more, ask the person who sent it for a new one.',
  },
  deactivated: {
    title: 'A curator deactivated you in this casebook',
    text: 'What you submitted before counts. You can no longer work here; ask the curator if that is a mistake.',
  },
  noSuchLink: {
    title: 'This link does not work',
    text: 'It was used already, was replaced by a newer one, has expired, or is not complete. Ask the person who sent it for a new one.',
  },
  noSuchOwnerLink: {
    title: 'This link does not work',
    text: 'It was used already, or is not complete. For a new one, press Enter in the terminal where casebook host runs.',
  },
  noSuchStudy: {
    title: 'This link leads to no study',
    text: 'The study may be over, or the link is not complete. Ask the person who sent it to you.',
  },
  notYourLink: {
    title: 'This link does not let you take part',
    text: 'It is not complete, or was made for somebody else. Open the study from the page or message that you were sent.',
  },
  tooOften: (seconds) => ({
    title: 'Too many attempts',
    text: `Too many requests came from your network. Nothing was lost. Try again in ${String(seconds)} seconds.`,
  }),
  unavailable: {
    title: 'Casebook is not available just now',
    text: 'Nothing was lost. Try again in a moment. If that does not help, tell the person who sent you the link.',
  },
  signedIn: (name) => ({
    title: `You are signed in as ${name}`,
    text: 'This link is for participants. Opening it here would sign you out. To see what they see, open the study’s preview link in a private window. To take part yourself, open this link in a private window.',
  }),
  otherAddress: {
    title: 'Casebook has another address',
    text: 'Open the link exactly as it was sent to you.',
  },
  otherSite: {
    title: 'Another website asked for this',
    text: 'Nothing was changed. Open the link that you were sent, in a tab of its own.',
  },
  unencrypted: {
    title: 'This connection is not encrypted',
    text: 'Casebook answers over https only. Open the link exactly as it was sent to you.',
  },
};

const de: Catalogue = {
  goOn: 'Weiter',
  notSignedIn: {
    title: 'Sie sind hier nicht angemeldet',
    text: 'Öffnen Sie in diesem Browser den Link, den Sie erhalten haben. Falls er nicht mehr funktioniert, bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
  },
  deactivated: {
    title: 'Sie wurden in diesem Casebook deaktiviert',
    text: 'Was Sie vorher abgeschickt haben, zählt. Sie können hier nicht mehr arbeiten; falls das ein Irrtum ist, wenden Sie sich an die Leitung.',
  },
  noSuchLink: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er wurde schon benutzt, durch einen neueren ersetzt, ist abgelaufen oder unvollständig. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
  },
  noSuchOwnerLink: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er wurde schon benutzt oder ist unvollständig. Für einen neuen drücken Sie die Eingabetaste in dem Terminal, in dem casebook host läuft.',
  },
  noSuchStudy: {
    title: 'Dieser Link führt zu keiner Studie',
    text: 'Vielleicht ist die Studie beendet oder der Link unvollständig. Fragen Sie die Person, die ihn geschickt hat.',
  },
  notYourLink: {
    title: 'Mit diesem Link können Sie nicht teilnehmen',
    text: 'Er ist unvollständig oder für jemand anderen bestimmt. Öffnen Sie die Studie über die Seite oder Nachricht, die Sie erhalten haben.',
  },
  tooOften: (seconds) => ({
    title: 'Zu viele Versuche',
    text: `Aus Ihrem Netz kamen zu viele Anfragen. Es ist nichts verloren gegangen. Versuchen Sie es in ${String(seconds)} Sekunden noch einmal.`,
  }),
  unavailable: {
    title: 'Casebook ist gerade nicht verfügbar',
    text: 'Es ist nichts verloren gegangen. Versuchen Sie es gleich noch einmal. Wenn das nicht hilft, geben Sie der Person Bescheid, die Ihnen den Link geschickt hat.',
  },
  signedIn: (name) => ({
    title: `Sie sind als ${name} angemeldet`,
    text: 'Dieser Link ist für Teilnehmende. Wenn Sie ihn hier öffnen, werden Sie abgemeldet. Um zu sehen, was Teilnehmende sehen, öffnen Sie den Vorschau-Link der Studie in einem privaten Fenster. Um selbst teilzunehmen, öffnen Sie diesen Link in einem privaten Fenster.',
  }),
  otherAddress: {
    title: 'Casebook hat eine andere Adresse',
    text: 'Öffnen Sie den Link genau so, wie Sie ihn erhalten haben.',
  },
  otherSite: {
    title: 'Diese Anfrage kam von einer anderen Website',
    text: 'Es wurde nichts geändert. Öffnen Sie den Link, den Sie erhalten haben, in einem eigenen Tab.',
  },
  unencrypted: {
    title: 'Diese Verbindung ist nicht verschlüsselt',
    text: 'Casebook ist nur über https erreichbar. Öffnen Sie den Link genau so, wie Sie ihn erhalten haben.',
  },
};

const zh: Catalogue = {
  goOn: '继续',
  notSignedIn: {
    title: '您尚未在此登录',
    text: '请在此浏览器中打开您收到的链接。如果链接已失效，请向发送链接的人索取新链接。',
  },
  deactivated: {
    title: '您在此项目中已被停用',
    text: '您之前提交的内容仍然有效。您不能再在此工作；如有误，请联系负责人。',
  },
  noSuchLink: {
    title: '此链接无效',
    text: '链接可能已被使用、已被新链接取代、已过期或不完整。请向发送链接的人索取新链接。',
  },
  noSuchOwnerLink: {
    title: '此链接无效',
    text: '链接已被使用或不完整。请在运行 casebook host 的终端中按回车键获取新链接。',
  },
  noSuchStudy: {
    title: '此链接没有对应的研究',
    text: '研究可能已经结束，或者链接不完整。请询问向您发送链接的人。',
  },
  notYourLink: {
    title: '您无法通过此链接参加研究',
    text: '链接不完整，或者是为其他人生成的。请从您收到的页面或消息中打开研究。',
  },
  tooOften: (seconds) => ({
    title: '尝试次数过多',
    text: `来自您所在网络的请求过多。没有丢失任何数据。请在 ${String(seconds)} 秒后重试。`,
  }),
  unavailable: {
    title: 'Casebook 暂时不可用',
    text: '没有丢失任何数据。请稍后重试。如果仍然不行，请告知向您发送链接的人。',
  },
  signedIn: (name) => ({
    title: `您已登录为 ${name}`,
    text: '此链接供参与者使用，打开后您将被登出。若要查看参与者看到的内容，请在隐私窗口中打开研究的预览链接。若要亲自参加，请在隐私窗口中打开此链接。',
  }),
  otherAddress: {
    title: 'Casebook 使用的是另一个地址',
    text: '请原样打开您收到的链接。',
  },
  otherSite: {
    title: '此请求来自其他网站',
    text: '没有任何更改。请在单独的标签页中打开您收到的链接。',
  },
  unencrypted: {
    title: '此连接未加密',
    text: 'Casebook 只通过 https 提供服务。请原样打开您收到的链接。',
  },
};

const CATALOGUES = { en, de, zh };
type Language = keyof typeof CATALOGUES;

/** The first of the visitor's languages that there is a catalogue for, English for all others. */
function languageOf(context: Context): Language {
  const found = accepts(context, {
    header: 'Accept-Language',
    supports: Object.keys(CATALOGUES),
    default: 'en',
    match: (wanted, { supports, default: fallback }) =>
      wanted
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => type.toLowerCase().split('-')[0] ?? '')
        .find((language) => supports.includes(language)) ?? fallback,
  });
  return found === 'de' || found === 'zh' ? found : 'en';
}

type Status = 401 | 403 | 404 | 409 | 429 | 503;

async function page(
  context: Context,
  status: Status,
  { title, text }: Words,
  options: { readonly leadsOn?: boolean; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const language = languageOf(context);
  // What names come from people: it is escaped here.
  const words = await html`<h1>${title}</h1>
    <p>${text}</p>`;
  const onward = options.leadsOn === true ? `<p><a href="/">${CATALOGUES[language].goOn}</a></p>` : '';
  return new Response(plainPage(`${words.toString()}${onward}`, { language }), {
    status,
    headers: { ...PLAIN_HEADERS, ...options.headers },
  });
}

/** A page of the catalogue, in the visitor's language. `own`: more exact words, for visitors who read English. */
export function explain(context: Context, status: Status, name: PlainPage, own?: Words): Promise<Response> {
  const language = languageOf(context);
  return page(context, status, language === 'en' && own !== undefined ? own : CATALOGUES[language][name]);
}

/** Says that a person is signed in whom the link would sign out. */
export function explainSignedIn(context: Context, name: string): Promise<Response> {
  return page(context, 409, CATALOGUES[languageOf(context)].signedIn(name), { leadsOn: true });
}

/** Says that too many requests came, and when to try again. */
export function explainTooOften(context: Context, seconds: number): Promise<Response> {
  return page(context, 429, CATALOGUES[languageOf(context)].tooOften(seconds), {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Leads on to the app. */
export function leadOn(context: Context): Response {
  for (const [name, value] of Object.entries(PLAIN_HEADERS)) context.header(name, value);
  const language = languageOf(context);
  return context.body(forwardingPage(CATALOGUES[language].goOn, language));
}
