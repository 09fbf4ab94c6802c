// The agent tasks: 3 to 12 calls each, one after the other, several at once, and with errors to recover from.
import type { Case } from '../case.ts';
import { clocks, journey, meeting, settings } from './office.ts';
import { cheapest, refund, soldOut, stockTake } from './shop.ts';
import { taskCase } from './task.ts';

export const taskCases: Case[] = [
  cheapest,
  soldOut,
  clocks,
  meeting,
  refund,
  settings,
  journey,
  stockTake,
].map(taskCase);
