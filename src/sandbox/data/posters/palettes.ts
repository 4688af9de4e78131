/** Poster colors: several palettes for each event type. */
import type { Category } from '../event-templates.ts';

/** The background, and three inks from the main one to the light one. */
export type Palette = readonly [ground: string, main: string, second: string, light: string];

export const palettes: Record<Category, readonly Palette[]> = {
	music: [
		['#1b1036', '#ff5d73', '#7a4dff', '#ffd9a0'],
		['#0c2233', '#19c5b5', '#f45d48', '#f7efd8'],
		['#f2e6d0', '#d7263d', '#1b1b3a', '#f5a623'],
	],
	film: [
		['#121212', '#f4c95d', '#8a2846', '#f7f1e3'],
		['#1d2a44', '#f08a4b', '#4e7ca1', '#fbe8c8'],
		['#ece4d4', '#a4161a', '#2b2d42', '#e9b44c'],
	],
	drama: [
		['#3d0c11', '#d80032', '#f78e69', '#fbe6c5'],
		['#f6ead7', '#7b1e3a', '#22223b', '#e2a76f'],
		['#1f1a38', '#c74177', '#6c4ab6', '#f9d5bb'],
	],
	commonweal: [
		['#eaf1dc', '#2f7d4f', '#f2a541', '#17402a'],
		['#12372a', '#8fc93a', '#e4cc37', '#fbfada'],
		['#fdf0e0', '#e4572e', '#17bebb', '#2e282a'],
	],
	salon: [
		['#f7efe3', '#2a6f97', '#e76f51', '#264653'],
		['#22333b', '#eae0d5', '#c6ac8f', '#f28f3b'],
		['#ede7f6', '#5e3a87', '#f4a259', '#2e1f47'],
	],
	exhibition: [
		['#f4f1ea', '#1d3fbb', '#f26b38', '#111111'],
		['#111317', '#e8e3d3', '#d1495b', '#edae49'],
		['#dfe7e4', '#006d77', '#e29578', '#22333b'],
	],
	party: [
		['#240046', '#ff006e', '#fb8500', '#ffd166'],
		['#03071e', '#00f5d4', '#f15bb5', '#fee440'],
		['#ff7b54', '#ffd56f', '#939b62', '#3a1f5d'],
	],
	sports: [
		['#0b3954', '#ff6663', '#e0ff4f', '#bfd7ea'],
		['#f0f3bd', '#028090', '#05668d', '#f25f5c'],
		['#1a1423', '#ff9f1c', '#2ec4b6', '#fdfffc'],
	],
	travel: [
		['#f8e9d2', '#d9793d', '#355070', '#6d9dc5'],
		['#14213d', '#fca311', '#5c80bc', '#e5e5e5'],
		['#d8ecec', '#2d6a4f', '#e07a5f', '#f4f1de'],
	],
	others: [
		['#f5efe6', '#e07a5f', '#3d405b', '#81b29a'],
		['#264653', '#e9c46a', '#f4a261', '#f1faee'],
		['#fff1e6', '#9d4edd', '#ff9e00', '#240046'],
	],
};
