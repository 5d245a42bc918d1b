import { element, setAttributes, svgElement } from '../../charts/element.js';
import { lookOfTarget } from '../../charts/looks.js';
import { KEPT_MS, lastLook, marksWithin, nowOf } from '../lastMinute.js';
import { lanePaths, queuePath, stretches } from './laneShapes.js';
import { leftOf, rightOf, secondsPlace } from './latencyChart.js';
import { loopText, workersName, workersText } from './minuteWords.js';
import { signOf } from './targetSign.js';
import { hatch } from './stateSigns.js';

/**
 * @typedef {import('../lastMinute.js').LastMinute} LastMinute
 * @typedef {import('../lastMinute.js').ChatLook} ChatLook
 */

// Lanes of many workers are thinner, so that as many as a lecture asks for fit on a projector.
const LOOP_REM = 1.75;
const GROUP_REM = 4;
const LEAST_LANE_PX = 5;
const GAP_PX = 3;
const GAP_SHARE = 0.3;
const QUEUE_SHARE = 0.28;

/**
 * A lane for each loop and each worker, those of a chat together.
 * @param {HTMLElement} into
 */
export function laneGroups(into) {
  /** @type {Array<ReturnType<typeof laneGroup>>} */
  let groups = [];
  let drawn = '';
  return {
    /** @param {LastMinute} minute */
    update(minute) {
      const kinds = (minute.chats ?? []).flatMap((chat) => [
        { chat: chat.name, title: `${chat.title} loop`, target: chat.name, isLoop: true },
        ...(hasWorkers(minute, chat.name)
          ? [
              {
                chat: chat.name,
                title: chat.title,
                target: `${chat.name}-workers`,
                isLoop: false,
              },
            ]
          : []),
      ]);
      if (JSON.stringify(kinds) !== drawn) {
        drawn = JSON.stringify(kinds);
        groups = kinds.map(laneGroup);
        into.replaceChildren(...groups.map(({ root }) => root));
      }
      for (const group of groups) group.update(minute);
    },
  };
}

/** @param {LastMinute} minute @param {string} chat */
const hasWorkers = ({ looks }, chat) => looks.some((look) => (look.chats[chat]?.workers.length ?? 0) > 0);

let patterns = 0;

/**
 * @param {{chat: string, title: string, target: string, isLoop: boolean}} of a loop, or workers
 */
function laneGroup({ chat, title, target, isLoop }) {
  const name = element('span', { class: 'lane-name' }, [title]);
  const doing = element('output', { class: 'lane-doing' }, ['–']);
  const pattern = `lane-hatch-${patterns++}`;
  const svg = svgElement('svg', { class: 'lane-picture', role: 'img', 'aria-label': title }, []);
  svg.style.color = `var(${lookOfTarget(target).colour})`;
  const root = element('section', { class: isLoop ? 'lane-group' : 'lane-group lane-workers', 'aria-label': title }, [
    element('div', { class: 'lane-words' }, [signOf(target), element('div', {}, [name, doing])]),
    svg,
  ]);
  const letterAt =
    (/** @type {number} */ lane) =>
    (/** @type {import('../lastMinute.js').Look} */ { chats }) =>
      isLoop ? chats[chat]?.loop : chats[chat]?.workers[lane];

  return {
    root,
    /** @param {LastMinute} minute */
    update(minute) {
      const { looks } = minute;
      const last = lastLook(minute, chat);
      if (!last) return;
      const count = isLoop ? 1 : last.workers.length;
      if (!isLoop) name.textContent = `${title} ${workersName(count)}`;
      doing.textContent = isLoop ? loopText(last) : workersText(last);
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const queueHeight = isLoop ? 0 : QUEUE_SHARE * GROUP_REM * rem;
      const step = isLoop ? LOOP_REM * rem : Math.max(LEAST_LANE_PX, (GROUP_REM * rem - queueHeight) / count);
      const gap = Math.min(GAP_PX, GAP_SHARE * step);
      const height = count * step + queueHeight;
      const width = svg.clientWidth;
      const now = nowOf(minute);
      const from = leftOf(root) - svg.getBoundingClientRect().left + root.getBoundingClientRect().left;
      const xOf = (/** @type {number} */ at) => secondsPlace(at, now, from, width - rightOf(root));
      const lanes = Array.from({ length: count }, (_, lane) => {
        const place = { top: lane * step + gap / 2, height: step - gap, xOf };
        const { idle, busy, waiting } = lanePaths(stretches(looks, letterAt(lane)), place);
        return [
          svgElement('path', { d: idle, class: 'lane-idle' }),
          svgElement('path', { d: busy, class: 'lane-busy' }),
          svgElement('path', { d: waiting, fill: `url(#${pattern})`, class: 'lane-outline' }),
        ];
      });
      const queue = queuePath(looks, chat, {
        ...{ top: height - queueHeight + GAP_PX, height: Math.max(0, queueHeight - GAP_PX), xOf },
      });
      setAttributes(svg, {
        height: String(height),
        'aria-label': `${name.textContent}, the last ${KEPT_MS / 1000} s; now ${doing.textContent}`,
      });
      svg.replaceChildren(
        hatch(pattern),
        ...lanes.flat(),
        ...(isLoop ? [] : [svgElement('path', { d: queue, class: 'lane-queue' })]),
        ...marksWithin(minute).map(({ at }) =>
          svgElement('path', { d: `M${xOf(at)} 0V${height}`, class: 'lane-mark' }),
        ),
      );
    },
  };
}
