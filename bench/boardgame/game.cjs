// A game with as little to do as can be: a move rolls two dice and adds them up. All time goes into the server's own work.
exports.Dice = {
  name: "dice",
  setup: () => ({total: 0, moves: 0}),
  turn: {minMoves: 1, maxMoves: 1},
  moves: {
    roll: ({G, random}) => {
      G.total += random.D6() + random.D6();
      G.moves += 1;
    },
  },
};
