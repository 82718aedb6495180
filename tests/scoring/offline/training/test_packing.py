import numpy as np

from dashboard.scoring.offline.training.packing import packed_matrix, packed_rows


def test_a_block_of_a_matrix_is_packed_around_its_middle_byte() -> None:
    weights = np.zeros((1, 33), dtype=np.float32)
    weights[0, :3] = [1.27, -1.27, 0.5]

    packed = packed_matrix(weights)

    assert packed.values.shape == (1, 2, 32)
    assert packed.values[0, 0, :4].tolist() == [255, 1, 178, 128]
    assert packed.values[0, 1].tolist() == [128] * 32
    assert np.allclose(packed.scales, [[0.01, 1.0]])


def test_every_row_of_a_table_has_its_own_scale() -> None:
    packed = packed_rows(np.array([[127.0, 1.0], [0.5, -1.0]], dtype=np.float32))

    assert packed.values.tolist() == [[127, 1], [64, -127]]
    assert np.allclose(packed.scales, [[1.0], [1 / 127]])
