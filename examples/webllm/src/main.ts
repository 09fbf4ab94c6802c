// The page: pick a model, load it, talk to it.
import './no-eval.ts';

import { engine as scanner } from 'toolwire';
import { Chat } from './chat.ts';
import { findObstacle, type LoadedEngine, loadEngine } from './load-engine.ts';
import { type ModelEntry, models, scriptedModel } from './models.ts';
import { ideas } from './tools.ts';
import { AnswerView, create, messageOf } from './view.ts';

const find = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
const picker = find<HTMLSelectElement>('#model');
const loadButton = find<HTMLButtonElement>('#loader button');
const progress = find<HTMLProgressElement>('#progress');
const status = find('#status');
const notice = find('#notice');
const messages = find('#messages');
const question = find<HTMLInputElement>('#question');
const sendButton = find<HTMLButtonElement>('#send');
const stopButton = find<HTMLButtonElement>('#stop');

let loaded: LoadedEngine | undefined;
let chat: Chat | undefined;
let answering: AbortController | undefined;

async function load(entry: ModelEntry): Promise<void> {
  answering?.abort();
  loaded?.unload();
  loaded = chat = undefined;
  picker.value = entry.id;
  notice.hidden = true;
  progress.hidden = false;
  loadButton.disabled = true;
  update();
  status.textContent = `Loading ${entry.id} …`;
  try {
    loaded = await loadEngine(entry, (report) => {
      progress.value = report.progress;
      status.textContent = report.text;
    });
    chat = new Chat(loaded.engine, entry);
    messages.replaceChildren();
    status.textContent = `${entry.id} is ready. It writes calls in the format ${entry.format}.`;
  } catch (error) {
    status.textContent = '';
    offerScript(`${entry.id} could not be loaded. ${explain(messageOf(error))}`);
  }
  progress.hidden = true;
  loadButton.disabled = false;
  update();
}

const explain = (message: string) =>
  /fetch|network/i.test(message) ? `${message}. Its weights are downloaded from huggingface.co.` : message;

function offerScript(why: string): void {
  find('#notice span').textContent = why;
  notice.hidden = false;
}

async function send(text: string): Promise<void> {
  if (!chat || answering || text.trim() === '') return;
  const answer = new AnswerView();
  messages.append(create('li', { className: 'question', textContent: text }), answer.element);
  answering = new AbortController();
  question.value = '';
  update();
  try {
    for await (const part of chat.send(text, answering.signal)) {
      answer.show(part);
      answer.element.scrollIntoView({ block: 'end' });
    }
  } catch (error) {
    answer.show({ type: 'error', error });
  }
  answering = undefined;
  update();
  question.focus();
}

function update(): void {
  const isReady = chat !== undefined && answering === undefined;
  question.disabled = chat === undefined;
  question.placeholder = chat ? 'Ask something that needs a tool' : 'Load a model first';
  sendButton.disabled = !isReady;
  stopButton.hidden = answering === undefined;
  for (const idea of find('#ideas').querySelectorAll('button')) idea.disabled = !isReady;
}

function start(): void {
  for (const { id, memory } of models)
    picker.append(create('option', { value: id, textContent: `${id} (${memory} GB)` }));
  picker.append(
    create('option', { value: scriptedModel.id, textContent: 'Scripted: no model, no download' }),
  );
  for (const idea of ideas) {
    const onclick = () => void send(idea);
    find('#ideas').append(create('button', { type: 'button', textContent: idea, onclick }));
  }
  find('#loader').onsubmit = (event) => {
    event.preventDefault();
    void load(models.find(({ id }) => id === picker.value) ?? scriptedModel);
  };
  find('#composer').onsubmit = (event) => {
    event.preventDefault();
    void send(question.value);
  };
  find('#use-scripted').onclick = () => void load(scriptedModel);
  stopButton.onclick = () => answering?.abort();
  const { name, why } = scanner();
  find('#engine').textContent = `toolwire scans with its ${name} engine: ${why}`;
  update();
}

start();
const obstacle = await findObstacle();
if (obstacle && !chat) offerScript(obstacle);
